import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import type { Holder } from '../holders/access.ts'

/** Where a task lies among the sections of a holder. */
export interface Place {
  section_id: string
  position: number
}

/** The place of a task among the sections of a holder, if it has one. */
export async function findPlace(ctx: Context, holder: Holder, taskId: string): Promise<Place | undefined> {
  const [row] = await query<Place>(
    ctx.db,
    `SELECT section_id, position FROM task_sections
     WHERE org_id = $1 AND scope_type = $2 AND scope_id = $3 AND task_id = $4`,
    [holder.org_id, holder.scope_type, holder.scope_id, taskId],
  )
  return row
}

/** Puts a task into a section, at its end without a position; gives the place. */
export async function storePlace(
  ctx: Context,
  holder: Holder,
  taskId: string,
  sectionId: string,
  position: number | null,
): Promise<Place> {
  const [row] = await query<Place>(
    ctx.db,
    `INSERT INTO task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
     VALUES ($1, $2, $3, $4, $5, coalesce($6, (SELECT max(o.position) FROM task_sections o
       WHERE o.org_id = $1 AND o.section_id = $5) + 1, 1))
     ON CONFLICT (org_id, scope_type, scope_id, task_id)
       DO UPDATE SET section_id = excluded.section_id, position = excluded.position
     RETURNING section_id, position`,
    [holder.org_id, holder.scope_type, holder.scope_id, taskId, sectionId, position],
  )
  return row!
}
