const MAX_LINES = 10

/** Collects the lines of rows that were left out, for one note each reason, however many there are. */
export class LineNotes {
  readonly #lines = new Map<string, { first: number[]; count: number }>()

  add(reason: string, line: number): void {
    const known = this.#lines.get(reason) ?? { first: [], count: 0 }
    if (known.first.length < MAX_LINES) known.first.push(line)
    known.count += 1
    this.#lines.set(reason, known)
  }

  /** Appends a sentence for each reason, such as "Left out, since it has no title: lines 3, 5 and 7 others." */
  write(notes: string[]): void {
    for (const [reason, { first, count }] of this.#lines) {
      const others = count - first.length
      const noun = count === 1 ? 'line' : 'lines'
      notes.push(`${reason}: ${noun} ${first.join(', ')}${others > 0 ? ` and ${others} others` : ''}.`)
    }
  }
}
