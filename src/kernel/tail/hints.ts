/** How processes on one database tell each other that something was committed. A hint that is lost costs time alone. */
export interface Hints {
  /** Tells the others, soon; never waits. */
  tell(): void
  /** From now on others' hints are heard. */
  listen(heard: () => void): void
  hush(): void
  close(): void
}

/** For processes that have nothing to tell each other by. */
export const noHints: Hints = {
  tell: () => undefined,
  listen: () => undefined,
  hush: () => undefined,
  close: () => undefined,
}
