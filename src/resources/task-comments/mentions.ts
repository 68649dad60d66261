import type { Context } from '../../kernel/context.ts'
import { invalid, unknownReference } from '../../kernel/problem.ts'
import { fold, foldAddress } from '../../kernel/text.ts'
import type { TaskSeen } from '../tasks/rows.ts'
import { findReaders, type Reader } from './queries.ts'

/** A mention as a request names it. */
export interface Mention {
  user_id?: string | null
  username?: string | null
  email?: string | null
}

/** Whether this is the person that a mention names by an id, or else by a username, or else by an address. */
function isNamed(reader: Reader, { user_id, username, email }: Mention): boolean {
  if (user_id != null) return reader.user_id === user_id.toLowerCase()
  if (username != null) return reader.username_key === fold(username)
  return reader.email_key === foldAddress(email!)
}

/**
 * The people mentioned, each once; 422 at the first who is not known or can't read the task, in the same words for both, so
 * that the answer does not tell who is known.
 */
export async function resolveMentions(
  ctx: Context,
  task: TaskSeen,
  mentions: readonly Mention[],
): Promise<Reader[]> {
  const at = (i: number) => ['body', 'mentions', i]
  mentions.forEach(({ user_id, username, email }, i) => {
    if (user_id == null && username == null && email == null)
      throw invalid(at(i), 'Name somebody by user_id, username or email.', 'missing')
  })
  if (mentions.length === 0) return []
  const all = (name: keyof Mention) => mentions.flatMap((mention) => mention[name] ?? [])
  const named = { ids: all('user_id'), names: all('username'), emails: all('email') }
  const readers = await findReaders(ctx, task, named)
  const found = mentions.map((mention, i) => {
    const reader = readers.find((one) => isNamed(one, mention))
    if (!reader) throw unknownReference(at(i), 'person who can read the task')
    return reader
  })
  return [...new Set(found)]
}
