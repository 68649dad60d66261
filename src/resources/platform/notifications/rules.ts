import { invalid } from '../../../core/errors.ts'

interface ReadState {
  read_at: string | null
  done_at: string | null
}

interface ReadStateUpdate {
  read?: boolean | null
  done?: boolean | null
}

/**
 * Returns the new state. A done notification is read, and an unread one is not done. Throws 422 for a contradiction.
 */
export function applyReadStateUpdate(state: ReadState, { read, done }: ReadStateUpdate, now: string): ReadState {
  if (read === false && done === true)
    throw invalid(['body', 'read'], 'must not be false if `done` is true', 'mismatch')
  const isDone = read === false ? false : (done ?? state.done_at !== null)
  const isRead = isDone || (read ?? state.read_at !== null)
  return { read_at: isRead ? (state.read_at ?? now) : null, done_at: isDone ? (state.done_at ?? now) : null }
}
