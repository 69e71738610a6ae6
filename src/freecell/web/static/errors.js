// The error for everything that a person or a program got wrong. The npm package uses this module too.

export class FreecellError extends Error {
  name = "FreecellError";
}
