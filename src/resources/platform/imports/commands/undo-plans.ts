import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { ImportRow } from '../queries.ts'
import { rememberArchivedFields } from './archived-fields.ts'
import { listRefs, reportRetained, settleRefs, type UndoneBatch } from './undo-batch.ts'

/** Tables of what an import creates beside tasks and projects, each with the condition that a row is in use. */
const undoneTables = [
  {
    type: 'goal',
    id: 'goal_id',
    table: 'goals',
    used: (orgId: string) => sql`exists (select from tasks u where u.org_id = ${orgId} and u.goal_id = t.goal_id
      and u.deleted_at is null)`,
  },
  {
    type: 'field',
    id: 'field_id',
    table: 'task_fields',
    kind: 'fields',
    used: (orgId: string) => sql`exists (select from task_field_values v join tasks u on u.org_id = ${orgId}
      and u.task_id = v.task_id and u.deleted_at is null where v.org_id = ${orgId} and v.field_id = t.field_id)`,
  },
  { type: 'view', id: 'view_id', table: 'views', used: () => sql`false` },
  {
    type: 'sprint',
    id: 'sprint_id',
    table: 'sprints',
    used: (orgId: string) => sql`exists (select from tasks u where u.org_id = ${orgId} and u.sprint_id = t.sprint_id
      and u.deleted_at is null)`,
  },
  {
    type: 'milestone',
    id: 'milestone_id',
    table: 'milestones',
    used: (orgId: string) => sql`exists (select from tasks u where u.org_id = ${orgId}
      and u.milestone_id = t.milestone_id and u.deleted_at is null)`,
  },
  {
    type: 'team',
    id: 'team_id',
    table: 'teams',
    used: (orgId: string) => sql`exists (select from projects u where u.org_id = ${orgId} and u.team_id = t.team_id
        and u.deleted_at is null)
      or exists (select from tasks u where u.org_id = ${orgId} and u.team_id = t.team_id and u.deleted_at is null)
      or exists (select from sprints u where u.org_id = ${orgId} and u.team_id = t.team_id and u.is_active)
      or exists (select from milestones u where u.org_id = ${orgId} and u.team_id = t.team_id and u.is_active)`,
  },
]

const [undoUnusedGoals, ...undoOthers] = undoneTables.map(
  ({ type, id, table, kind = table, used }) =>
    async (ctx: Context, row: ImportRow): Promise<UndoneBatch | null> => {
      const refs = await listRefs(ctx, row, type)
      if (refs.length === 0) return null
      const { org_id } = row
      const ids = refs.map((ref) => ref.resource_id)
      const versions = refs.map((ref) => ref.resource_version)
      const gone =
        type === 'view' || type === 'field' ? sql`` : sql`deleted_at = ${ctx.now}, delete_reason = 'import undone',`
      const ended = await ctx.db.query(sql<{ id: string; version: number }>`
        update ${sql.raw(table)} t set is_active = false, ${gone} updated_by = ${ctx.user.username}, updated_at = ${ctx.now},
          version = t.version + 1
        from unnest(${ids}::text[], ${versions}::int[]) as r(id, version)
        where t.org_id = ${org_id} and t.${sql.raw(id)} = r.id and t.version = coalesce(r.version, t.version)
          and t.is_active and not (${used(org_id)})
        returning r.id, t.version`)
      if (type === 'field') await rememberArchivedFields(ctx, org_id, refs, ended)
      const stay = await ctx.db.query(sql<{ id: string }>`
        select t.${sql.raw(id)} as id from ${sql.raw(table)} t
        where t.org_id = ${org_id} and t.${sql.raw(id)} = any(${ids}::text[]) and t.is_active`)
      const present = new Set(stay.map((one) => one.id))
      // A resource that is already deleted needs no undo.
      const absent = new Set(ids.filter((one) => !present.has(one)))
      await settleRefs(ctx, row, refs, absent)
      return { deleted: ended.length, retained: reportRetained(kind, refs, absent, 'was changed or is in use', id) }
    },
)

export const undoGoals = undoUnusedGoals!
export const undoPlans = undoOthers
