/** Types that find a field that another type does not know: assignability alone lets it pass. */

type Primitive = string | number | boolean | null | undefined;

/** Without `readonly`, which the official types do not use. */
export type Mutable<T> = T extends Primitive
  ? T
  : T extends readonly (infer Element)[]
    ? Mutable<Element>[]
    : { -readonly [Key in keyof T]: Mutable<T[Key]> };

/** Keys anywhere in `Ours` that `Theirs` does not have at that place; `never` when there is none. */
export type UnknownFields<Ours, Theirs> = Ours extends Primitive
  ? never
  : Ours extends readonly (infer Element)[]
    ? UnknownFields<Element, ElementOf<Theirs>>
    : string extends keyof Ours
      ? never
      : UnknownIn<Ours, Narrow<Extract<Theirs, object>, Ours>>;

type UnknownIn<Ours, Theirs> =
  string extends KeyOf<Theirs>
    ? never
    : {
        [Key in keyof Ours]-?: Key extends KeyOf<Theirs> ? UnknownFields<Ours[Key], ValueOf<Theirs, Key>> : Key;
      }[keyof Ours];

type ElementOf<T> = T extends readonly (infer Element)[] ? Element : never;
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;

/** The members of a union that have the tag of `Ours`, where it has one. */
type Narrow<Theirs, Ours> = Ours extends { readonly role: infer Role }
  ? Some<Extract<Theirs, { role: Role }>, Theirs>
  : Ours extends { readonly type: infer Type }
    ? Some<Extract<Theirs, { type: Type }>, Theirs>
    : Theirs;

type Some<Found, Else> = [Found] extends [never] ? Else : Found;

/** Does not compile where there is a field in `Fields`. */
export type NoneOf<Fields extends never> = Fields;
