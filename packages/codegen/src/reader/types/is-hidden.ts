/** Members that are no properties of the data: private, protected, `#private`, and those named by a symbol. */
import { ts } from "ts-morph";

export function isHidden(member: ts.Symbol): boolean {
  const name = String(member.escapedName);
  // The compiler's names for members that no text names: `__@iterator@35`, `__#1@#secret`.
  if (name.startsWith("__@") || name.startsWith("__#")) return true;
  const declaration = member.valueDeclaration;
  return declaration !== undefined && (ts.getCombinedModifierFlags(declaration) & NOT_PUBLIC) !== 0;
}

const NOT_PUBLIC = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
