// The error for invalid input. The npm package uses this module, too.

export class FreecellError extends Error {
  name = "FreecellError";
}
