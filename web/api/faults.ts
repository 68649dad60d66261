/** Returns whether an error is a fault of the page itself: no answer of a server or of a network, and no lost file. */
export function isFault(error: unknown): boolean {
  const isOfProgram =
    error instanceof TypeError ||
    error instanceof ReferenceError ||
    error instanceof RangeError ||
    error instanceof SyntaxError
  return isOfProgram && !isMissingFile(error)
}

/** Browsers say in words alone that the file of a late part did not come. */
const isMissingFile = ({ message }: Error): boolean => /import(?:ed|ing)?.*module|preload/i.test(message)
