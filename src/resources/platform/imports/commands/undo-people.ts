import type { Context } from '../../../../core/context.ts'
import type { ImportRow } from '../queries.ts'
import { findNamedPeople } from '../queries/named-people.ts'
import { deleteUnnamedPlaceholders, listUnmatchedPlaceholders } from '../queries/placeholders.ts'
import { listRefs, reportRetained, settleRefs, type UndoneBatch } from './undo-batch.ts'

/** Deletes the placeholders that the import created and that nothing else names. Those who became members stay. */
export async function undoPlaceholders(ctx: Context, row: ImportRow): Promise<UndoneBatch | null> {
  const refs = await listRefs(ctx, row, 'user')
  if (refs.length === 0) return null
  const ids = refs.map((ref) => ref.resource_id)
  const unmatched = await listUnmatchedPlaceholders(ctx, row.org_id, ids)
  const named = await findNamedPeople(
    ctx,
    row.org_id,
    unmatched.flatMap(({ user_id, username }) => [user_id, username]),
  )
  const unnamed = unmatched.filter(({ user_id, username }) => !named.has(user_id) && !named.has(username))
  const deleted = new Set(
    await deleteUnnamedPlaceholders(
      ctx,
      row,
      unnamed.map(({ user_id }) => user_id),
    ),
  )
  const present = new Set(unmatched.map(({ user_id }) => user_id).filter((id) => !deleted.has(id)))
  await settleRefs(ctx, row, refs, deleted)
  const others = new Set(ids.filter((id) => !present.has(id)))
  return {
    deleted: deleted.size,
    retained: reportRetained('people', refs, others, 'is named by tasks, comments, files, plans or views', 'user_id'),
  }
}
