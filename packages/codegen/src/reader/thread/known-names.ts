/** What of the platform a function may use in a worker, and what of it cannot hold up the main thread. */

/** Globals that behave in a worker as they do here, and keep nothing between calls. */
export const SAFE_GLOBALS: ReadonlySet<string> = new Set([
  ...["undefined", "NaN", "Infinity", "arguments"],
  ...[
    "Math",
    "JSON",
    "Object",
    "Array",
    "String",
    "Number",
    "Boolean",
    "BigInt",
    "Symbol",
    "Map",
    "Set",
    "RegExp",
    "Date",
  ],
  ...["Intl", "URL", "URLSearchParams", "Buffer", "TextEncoder", "TextDecoder", "console", "structuredClone"],
  ...["Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "URIError", "EvalError", "AggregateError"],
  ...["ArrayBuffer", "DataView", "Uint8Array", "Uint8ClampedArray", "Uint16Array", "Uint32Array", "Int8Array"],
  ...["Int16Array", "Int32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"],
  ...["parseInt", "parseFloat", "isNaN", "isFinite", "encodeURIComponent", "decodeURIComponent", "encodeURI"],
  ...["decodeURI", "atob", "btoa"],
]);

/** Builtin modules of Node, without `node:`. */
export const SAFE_MODULES: ReadonlySet<string> = new Set([
  ...["crypto", "fs", "path", "path/posix", "path/win32", "url", "util", "buffer", "zlib", "os", "child_process"],
  "querystring",
]);

/** Methods that only look at a list, a map or a set. */
export const READ_METHODS: ReadonlySet<string> = new Set([
  ...["get", "has", "includes", "indexOf", "lastIndexOf", "at", "slice", "join", "map", "filter", "find", "findIndex"],
  ...["some", "every", "reduce", "flatMap", "concat", "keys", "values", "entries", "forEach", "toSorted", "test"],
]);

/** Functions and constructors of the platform that take next to no time, whatever they are given. */
export const CHEAP_FUNCTIONS: ReadonlySet<string> = new Set([
  ...["String", "Number", "Boolean", "BigInt", "parseInt", "parseFloat", "isNaN", "isFinite", "Date", "Error"],
  ...["TypeError", "RangeError", "Set", "Map"],
]);

/** Namespaces of which every function is cheap. */
export const CHEAP_NAMESPACES: ReadonlySet<string> = new Set(["Math", "Number", "Date"]);

/** Methods of strings, numbers, dates, lists, maps and sets that go over a value once at most, without a callback. */
export const CHEAP_METHODS: ReadonlySet<string> = new Set([
  ...[
    "toUpperCase",
    "toLowerCase",
    "trim",
    "trimStart",
    "trimEnd",
    "charAt",
    "charCodeAt",
    "codePointAt",
    "at",
    "slice",
  ],
  ...[
    "substring",
    "startsWith",
    "endsWith",
    "includes",
    "indexOf",
    "lastIndexOf",
    "concat",
    "split",
    "join",
    "toString",
  ],
  ...["toFixed", "toPrecision", "toExponential", "valueOf", "toISOString", "toJSON", "getTime", "getDate", "getDay"],
  ...["getMonth", "getFullYear", "getHours", "getMinutes", "getSeconds", "getMilliseconds", "getUTCDate", "getUTCDay"],
  ...["getUTCMonth", "getUTCFullYear", "getUTCHours", "getUTCMinutes", "getUTCSeconds", "get", "has", "reverse"],
]);
