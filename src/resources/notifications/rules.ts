/** What holds for notifications whoever asks: no database here. */
import { invalid } from '../../kernel/problem.ts'

/** Whether and since when something is read and done with. */
export interface State {
  read_at: string | null
  done_at: string | null
}

/** What a request wants it to be; what is absent stays. */
export interface WantedState {
  read?: boolean | null
  done?: boolean | null
}

/**
 * The state that is wanted. What is done with is read; so what becomes done with becomes read, and what becomes unread is
 * no longer done with. 422 when both are said at once.
 */
export function stateWith(state: State, { read, done }: WantedState, now: string): State {
  if (read === false && done === true)
    throw invalid(['body', 'read'], 'is true of what is done with', 'mismatch')
  const isDone = read === false ? false : (done ?? state.done_at !== null)
  const isRead = isDone || (read ?? state.read_at !== null)
  return { read_at: isRead ? (state.read_at ?? now) : null, done_at: isDone ? (state.done_at ?? now) : null }
}
