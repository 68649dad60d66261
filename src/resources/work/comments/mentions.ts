import type { Context } from '../../../core/context.ts'
import { invalid, unknownReference } from '../../../core/errors.ts'
import { normalizeForSearch, toEmailLookupKey } from '../../../core/text.ts'
import type { TaskWithAccess } from '../tasks/queries/rows.ts'
import { findMentions } from './mention-parser.ts'
import { findMentionableUsers, type CommentRow, type MentionedUser, type MentionableUser } from './queries.ts'

interface RequestedMention {
  user_id?: string | null
  username?: string | null
  email?: string | null
}

function matchesMention(reader: MentionableUser, { user_id, username, email }: RequestedMention): boolean {
  if (user_id != null) return reader.user_id === user_id.toLowerCase()
  if (username != null) return reader.username_key === normalizeForSearch(username)
  return reader.email_key === toEmailLookupKey(email!)
}

/** Maximum number of users that one text mentions. */
const MAX_MENTIONS_IN_TEXT = 50

/** Ignores unknown names in the text. In the body they are 422, always alike, so that it does not reveal users. */
export async function resolveMentions(
  ctx: Context,
  task: Pick<TaskWithAccess, 'org_id' | 'task_id'>,
  content: string,
  mentions: readonly RequestedMention[] = [],
): Promise<MentionableUser[]> {
  const buildLocation = (i: number) => ['body', 'mentions', i]
  mentions.forEach(({ user_id, username, email }, i) => {
    if (user_id == null && username == null && email == null)
      throw invalid(buildLocation(i), 'Send user_id, username or email.', 'missing')
  })
  const inText = findMentions(content)
  if (mentions.length === 0 && inText.length === 0) return []
  const listValues = (name: keyof RequestedMention) => mentions.flatMap((mention) => mention[name] ?? [])
  const names = [...new Set([...listValues('username'), ...inText.flat()])]
  const readers = await findMentionableUsers(ctx, task, {
    ids: listValues('user_id'),
    names,
    emails: listValues('email'),
  })
  const found = mentions.map((mention, i) => {
    const reader = readers.find((candidate) => matchesMention(candidate, mention))
    if (!reader) throw unknownReference(buildLocation(i), 'user who can read the task')
    return reader
  })
  const byKey = new Map(readers.map((reader) => [reader.username_key, reader]))
  const textMentions = inText.flatMap(
    (names) => names.map((name) => byKey.get(normalizeForSearch(name))).find((reader) => reader) ?? [],
  )
  return [...new Set([...found, ...[...new Set(textMentions)].slice(0, MAX_MENTIONS_IN_TEXT)])]
}

/** Returns the mentions of an edited comment: adds those of the new text, removes those only in the old text. */
export function mergeMentions(
  before: Pick<CommentRow, 'content' | 'mentions'>,
  inText: readonly MentionedUser[],
): MentionedUser[] {
  const previousNames = new Set(findMentions(before.content).flat().map(normalizeForSearch))
  const currentIds = new Set(inText.map((user) => user.user_id))
  const retained = before.mentions.filter(
    (user) => currentIds.has(user.user_id) || !previousNames.has(normalizeForSearch(user.username)),
  )
  const retainedIds = new Set(retained.map((user) => user.user_id))
  return [...retained, ...inText.filter((user) => !retainedIds.has(user.user_id))]
}
