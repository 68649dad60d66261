/** Notifies other processes of commits. A lost notification only costs time. */
export interface Hints {
  /** Notifies other processes soon, without waiting. */
  tell(): void
  listen(onCommit: () => void): void
  hush(): void
  close(): void
}

export const noHints: Hints = {
  tell: () => undefined,
  listen: () => undefined,
  hush: () => undefined,
  close: () => undefined,
}
