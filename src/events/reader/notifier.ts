/** Notifies other processes of commits. A lost notification only costs time. */
export interface CommitNotifier {
  notify(): void
  subscribe(onCommit: () => void): void
  unsubscribe(): void
  close(): void
}

export const noopNotifier: CommitNotifier = {
  notify: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  close: () => undefined,
}
