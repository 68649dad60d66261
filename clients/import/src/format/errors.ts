/** A fault of a file, with the place where it is. The message is a whole sentence for users. */
export class DataError extends Error {
  override readonly name = 'DataError'
  /** Name of the file within the archive, or of the archive. */
  readonly part: string
  /** Line in the part, beginning with 1. */
  readonly line: number | undefined

  constructor(part: string, line: number | undefined, problem: string) {
    super(`${part}${line === undefined ? '' : `, line ${line}`}: ${problem}`)
    this.part = part
    this.line = line
  }
}
