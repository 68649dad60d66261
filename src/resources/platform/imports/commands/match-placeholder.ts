import type { Context } from '../../../../core/context.ts'
import { savePlaceholderMatch, type PlaceholderRow } from '../queries/placeholders.ts'
import { buildMatchEvent } from '../rules.ts'

/** Says which member a locked placeholder is; a job then names the member wherever the placeholder was named. */
export async function matchPlaceholder(
  ctx: Context,
  placeholder: PlaceholderRow,
  member: { user_id: string; username: string },
): Promise<PlaceholderRow> {
  await savePlaceholderMatch(ctx.db, placeholder, member)
  const matched = { ...placeholder, into_user_id: member.user_id, into_username: member.username, version: 2 }
  ctx.emit(buildMatchEvent('member.placeholder_matched', matched))
  return matched
}
