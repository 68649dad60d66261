import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { ProjectSection } from '../rules.ts'
import type { TaskStatus } from '../schema.ts'

/** A section of a project; with `task_id`, the section and position of this task. */
export interface PlacedSection extends ProjectSection {
  task_id: string | null
  project_id: string
  position: number
}

/** Finds the sections of projects by position, and those in which the tasks are. */
export const findProjectSections = (
  ctx: Context,
  orgId: string,
  taskIds: readonly string[],
  projectIds: readonly string[],
) =>
  ctx.db.query(sql<PlacedSection>`
    select null as task_id, s.scope_id as project_id, s.section_id, s.name_key, s.status, s.position from sections s
    where s.org_id = ${orgId} and s.scope_type = 'project' and s.scope_id = any(${projectIds}::text[])
    union all
    select l.task_id, l.scope_id, l.section_id, s.name_key, s.status, l.position
    from task_sections l join sections s on s.org_id = l.org_id and s.section_id = l.section_id
    where l.org_id = ${orgId} and s.org_id = ${orgId} and l.scope_type = 'project' and l.task_id = any(${taskIds}::text[])
    order by position, section_id`)

interface SectionEnd {
  section_id: string
  status: TaskStatus | null
  end_position: number
}

/**
 * Locks sections in the order of their ids, after all tasks, and returns each with the position of its last task. Omits
 * sections that were deleted.
 */
export async function lockSectionEnds(
  ctx: Context,
  orgId: string,
  sectionIds: readonly string[],
): Promise<Map<string, SectionEnd>> {
  ctx.ignoreRejection(
    ctx.db.query(sql`
      select from sections where org_id = ${orgId} and section_id = any(${sectionIds}::text[])
      order by section_id for no key update`),
  )
  const rows = await ctx.db.query(sql<SectionEnd>`
    select s.section_id, s.status, (select coalesce(max(l.position), 0) from task_sections l
      where l.org_id = ${orgId} and l.section_id = s.section_id) as end_position
    from sections s where s.org_id = ${orgId} and s.section_id = any(${sectionIds}::text[])`)
  return new Map(rows.map((row) => [row.section_id, row]))
}

/** A task that leaves a section of a project, enters one, or both. */
export interface TaskSectionMove {
  task_id: string
  from: { project_id: string; section_id: string } | null
  /** `counts` is true for a task that this transaction has created and all members can read; else a trigger finds out. */
  to: { project_id: string; section_id: string; position: number; counts?: true } | null
}

/** Moves tasks between sections of projects. */
export function saveSectionMoves(ctx: Context, orgId: string, moves: readonly TaskSectionMove[]): void {
  const left = moves.filter(({ from, to }) => from && from.project_id !== to?.project_id)
  if (left.length > 0)
    ctx.ignoreRejection(
      ctx.db.query(sql`
        delete from task_sections l using unnest(${left.map((one) => one.task_id)}::text[],
          ${left.map((one) => one.from!.project_id)}::text[]) as u(task_id, project_id)
        where l.org_id = ${orgId} and l.scope_type = 'project' and l.scope_id = u.project_id and l.task_id = u.task_id`),
    )
  const entered = moves.filter(({ to }) => to)
  if (entered.length > 0)
    ctx.ignoreRejection(
      ctx.db.query(sql`
        insert into task_sections (org_id, scope_type, scope_id, task_id, section_id, position, counts)
        select ${orgId}, 'project', u.project_id, u.task_id, u.section_id, u.position, u.counts
        from unnest(${entered.map((one) => one.to!.project_id)}::text[], ${entered.map((one) => one.task_id)}::text[],
          ${entered.map((one) => one.to!.section_id)}::text[], ${entered.map((one) => one.to!.position)}::double precision[],
          ${entered.map((one) => one.to!.counts ?? null)}::boolean[]) as u(project_id, task_id, section_id, position, counts)
        on conflict (org_id, scope_type, scope_id, task_id)
          do update set section_id = excluded.section_id, position = excluded.position`),
    )
  recordSectionSpans(
    ctx,
    orgId,
    moves.map(({ task_id, from }) => ({ task_id, section_id: from?.section_id ?? null })),
  )
}

/** Records that tasks are no longer in a section of their project, or no longer in none. */
export function recordSectionSpans(
  ctx: Context,
  orgId: string,
  left: readonly { task_id: string; section_id: string | null }[],
): void {
  if (left.length === 0) return
  ctx.ignoreRejection(
    ctx.db.query(sql`
      insert into task_spans (org_id, task_id, what, value, entered_at, left_at)
      select ${orgId}, b.task_id, 'section', b.section_id, b.entered_at, ${ctx.now}
      from (select u.task_id, u.section_id, coalesce((select max(p.left_at) from task_spans p where p.org_id = ${orgId}
            and p.task_id = u.task_id and p.what = 'section'), t.created_at) as entered_at
        from unnest(${left.map((one) => one.task_id)}::text[], ${left.map((one) => one.section_id)}::text[])
            as u(task_id, section_id)
          join tasks t on t.org_id = ${orgId} and t.task_id = u.task_id) b
      where b.entered_at < ${ctx.now}
      on conflict do nothing`),
  )
}
