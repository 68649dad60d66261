/** Notifies other processes of commits. A lost notification only costs time. */
export interface Hints {
  /** Notifies other processes soon, without waiting. */
  tell(): void
  /** Subscribes to notifications of other processes. */
  listen(onCommit: () => void): void
  hush(): void
  close(): void
}

/** Notifier for a single process. */
export const noHints: Hints = {
  tell: () => undefined,
  listen: () => undefined,
  hush: () => undefined,
  close: () => undefined,
}
