import type { Context } from '../../kernel/context.ts'
import { invalid, unknownReference } from '../../kernel/problem.ts'
import { fold, foldAddress } from '../../kernel/text.ts'
import type { TaskSeen } from '../tasks/rows.ts'
import { findMentions } from './mention-text.ts'
import { findReaders, type Reader } from './queries.ts'
import type { CommentRow, Mentioned } from './rows.ts'

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

/** Maximum number of users that one text mentions. */
const MAX_IN_TEXT = 50

/**
 * Finds the users that a text and the body mention, each once. Ignores names in the text of users who cannot read the task;
 * in the body they are 422, always with the same message, so that the response does not reveal which users exist.
 */
export async function resolveMentions(
  ctx: Context,
  task: Pick<TaskSeen, 'org_id' | 'task_id'>,
  content: string,
  mentions: readonly Mention[] = [],
): Promise<Reader[]> {
  const at = (i: number) => ['body', 'mentions', i]
  mentions.forEach(({ user_id, username, email }, i) => {
    if (user_id == null && username == null && email == null)
      throw invalid(at(i), 'Name somebody by user_id, username or email.', 'missing')
  })
  const inText = findMentions(content)
  if (mentions.length === 0 && inText.length === 0) return []
  const all = (name: keyof Mention) => mentions.flatMap((mention) => mention[name] ?? [])
  const names = [...new Set([...all('username'), ...inText.flat()])]
  const readers = await findReaders(ctx, task, { ids: all('user_id'), names, emails: all('email') })
  const found = mentions.map((mention, i) => {
    const reader = readers.find((one) => isNamed(one, mention))
    if (!reader) throw unknownReference(at(i), 'person who can read the task')
    return reader
  })
  const byKey = new Map(readers.map((reader) => [reader.username_key, reader]))
  const said = inText.flatMap((name) => name.map((one) => byKey.get(fold(one))).find((one) => one) ?? [])
  return [...new Set([...found, ...[...new Set(said)].slice(0, MAX_IN_TEXT)])]
}

/** Returns the mentions of an edited comment: adds those of the new text, removes those only in the old text. */
export function changeMentions(
  before: Pick<CommentRow, 'content' | 'mentions'>,
  inText: readonly Mentioned[],
): Mentioned[] {
  const named = new Set(findMentions(before.content).flat().map(fold))
  const still = new Set(inText.map((one) => one.user_id))
  const kept = before.mentions.filter((one) => still.has(one.user_id) || !named.has(fold(one.username)))
  const known = new Set(kept.map((one) => one.user_id))
  return [...kept, ...inText.filter((one) => !known.has(one.user_id))]
}
