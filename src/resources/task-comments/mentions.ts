import type { Context } from '../../kernel/context.ts'
import { invalid, unknownReference } from '../../kernel/problem.ts'
import { fold, foldAddress } from '../../kernel/text.ts'
import type { TaskSeen } from '../tasks/rows.ts'
import { findMentions } from './mention-text.ts'
import { findReaders, type CommentRow, type Mentioned, type Reader } from './queries.ts'

/** A mention in a request body. */
export interface Mention {
  user_id?: string | null
  username?: string | null
  email?: string | null
}

/** Tests a mention by id, else by username, else by email. */
function matchesMention(reader: Reader, { user_id, username, email }: Mention): boolean {
  if (user_id != null) return reader.user_id === user_id.toLowerCase()
  if (username != null) return reader.username_key === fold(username)
  return reader.email_key === foldAddress(email!)
}

/** Maximum number of users that one text mentions. */
const MAX_MENTIONS_IN_TEXT = 50

/**
 * Finds the users that a text and the body mention, each once. Ignores names in the text of users who cannot read the
 * task; in the body they are 422, always with the same message, so that the response does not reveal which users exist.
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
      throw invalid(at(i), 'Send user_id, username or email.', 'missing')
  })
  const inText = findMentions(content)
  if (mentions.length === 0 && inText.length === 0) return []
  const all = (name: keyof Mention) => mentions.flatMap((mention) => mention[name] ?? [])
  const names = [...new Set([...all('username'), ...inText.flat()])]
  const readers = await findReaders(ctx, task, { ids: all('user_id'), names, emails: all('email') })
  const found = mentions.map((mention, i) => {
    const reader = readers.find((candidate) => matchesMention(candidate, mention))
    if (!reader) throw unknownReference(at(i), 'user who can read the task')
    return reader
  })
  const byKey = new Map(readers.map((reader) => [reader.username_key, reader]))
  const textMentions = inText.flatMap(
    (names) => names.map((name) => byKey.get(fold(name))).find((reader) => reader) ?? [],
  )
  return [...new Set([...found, ...[...new Set(textMentions)].slice(0, MAX_MENTIONS_IN_TEXT)])]
}

/** Returns the mentions of an edited comment: adds those of the new text, removes those only in the old text. */
export function changeMentions(
  before: Pick<CommentRow, 'content' | 'mentions'>,
  inText: readonly Mentioned[],
): Mentioned[] {
  const previousNames = new Set(findMentions(before.content).flat().map(fold))
  const currentIds = new Set(inText.map((user) => user.user_id))
  const retained = before.mentions.filter(
    (user) => currentIds.has(user.user_id) || !previousNames.has(fold(user.username)),
  )
  const retainedIds = new Set(retained.map((user) => user.user_id))
  return [...retained, ...inText.filter((user) => !retainedIds.has(user.user_id))]
}
