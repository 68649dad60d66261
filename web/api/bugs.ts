export function isBug(error: unknown): boolean {
  const isOfProgram =
    error instanceof TypeError ||
    error instanceof ReferenceError ||
    error instanceof RangeError ||
    error instanceof SyntaxError
  return isOfProgram && !isMissingFile(error)
}

/** Matches the message of a failed dynamic import, for which browsers have no error code. */
const isMissingFile = ({ message }: Error): boolean => /import(?:ed|ing)?.*module|preload/i.test(message)
