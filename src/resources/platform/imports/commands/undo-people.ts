import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { ImportRow } from '../queries.ts'
import { deleteUnnamedPlaceholders } from '../queries/placeholders.ts'
import { listRefs, reportRetained, settleRefs, type UndoneBatch } from './undo-batch.ts'

/** Deletes the placeholders that the import created and that nothing else names. Those who became members stay. */
export async function undoPlaceholders(ctx: Context, row: ImportRow): Promise<UndoneBatch | null> {
  const refs = await listRefs(ctx, row, 'user')
  if (refs.length === 0) return null
  const deleted = await deleteUnnamedPlaceholders(
    ctx,
    row,
    refs.map((ref) => ref.resource_id),
  )
  const stay = await ctx.db.query(sql<{ user_id: string }>`
    select user_id from placeholders
    where org_id = ${row.org_id} and user_id = any(${refs.map((ref) => ref.resource_id)}::uuid[]) and into_user_id is null`)
  const present = new Set(stay.map(({ user_id }) => user_id))
  await settleRefs(ctx, row, refs, new Set(deleted))
  const others = new Set(refs.map((ref) => ref.resource_id).filter((id) => !present.has(id)))
  return {
    deleted: deleted.length,
    retained: reportRetained('people', refs, others, 'is named by tasks, comments or files', 'user_id'),
  }
}
