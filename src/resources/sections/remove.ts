import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { stillThere } from './queries.ts'
import type { SectionRow } from './rows.ts'

/** Locked in one order, so that two who change the same tasks wait for each other instead of deadlocking. */
const freeSql = `
  WITH placed AS (
    SELECT t.task_id FROM task_sections l JOIN tasks t ON t.org_id = l.org_id AND t.task_id = l.task_id
    WHERE l.org_id = $1 AND l.section_id = $2 AND t.deleted_at IS NULL AND ${stillThere}
    ORDER BY t.task_id FOR NO KEY UPDATE OF t),
  freed AS (
    UPDATE tasks t SET version = t.version + 1, updated_by = $3, updated_at = $4
    FROM placed WHERE t.org_id = $1 AND t.task_id = placed.task_id RETURNING t.task_id)
  SELECT count(*)::int AS freed FROM freed`

/**
 * Takes a section away; its tasks stay, in no section of its scope. Gives how many tasks changed by that: where they lie
 * in somebody's own lanes is no part of them.
 */
export async function removeSection(
  ctx: Context,
  { org_id, section_id, scope_type }: SectionRow,
): Promise<number> {
  const values = [org_id, section_id]
  let freed = 0
  if (scope_type !== 'user') {
    const told = [...values, ctx.user.username, ctx.now]
    freed = (await query<{ freed: number }>(ctx.db, freeSql, told))[0]!.freed
  }
  await query(ctx.db, 'DELETE FROM task_sections WHERE org_id = $1 AND section_id = $2', values)
  await query(ctx.db, 'DELETE FROM sections WHERE org_id = $1 AND section_id = $2', values)
  return freed
}
