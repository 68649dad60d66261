import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { normalizeForSearch } from '../../../../core/text.ts'
import { hasField } from '../../fields/kinds.ts'
import { listFieldsByKey } from '../../fields/queries.ts'
import type { CopyContext } from '../copy-rules.ts'
import { findProjectSections } from './placement.ts'
import { findActiveUsernames } from './references.ts'
import type { TaskWithAccess } from './rows.ts'

async function listOpenSprintIds(ctx: Context, orgId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await ctx.db.query(sql<{ sprint_id: string }>`
    select sprint_id from sprints where org_id = ${orgId} and sprint_id = any(${ids}::text[])
      and is_active and status <> 'completed'`)
  return found.map((row) => row.sprint_id)
}

const listDistinct = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value) => value !== null) as T[]),
]

/** Loads what decides which values of tasks of one project their copies have. */
export async function loadCopyContext(ctx: Context, tasks: readonly TaskWithAccess[]): Promise<CopyContext> {
  const { org_id, project_id } = tasks[0]!
  const assignees = listDistinct(tasks.map((task) => task.assignee)).map(normalizeForSearch)
  const sprints = listDistinct(tasks.map((task) => task.sprint_id))
  const keys = listDistinct(tasks.flatMap((task) => Object.keys(task.custom)))
  const ids = tasks.map((task) => task.task_id)
  const [active, openSprints, fields, sections] = [
    assignees.length === 0 ? new Map<string, string>() : await findActiveUsernames(ctx, org_id, assignees),
    await listOpenSprintIds(ctx, org_id, sprints),
    keys.length === 0 ? [] : await listFieldsByKey(ctx, org_id, keys),
    project_id === null ? [] : await findProjectSections(ctx, org_id, ids, []),
  ]
  return {
    usernames: new Set(active.values()),
    sprintIds: new Set(openSprints),
    fieldKeys: new Set(fields.filter((field) => field.is_active && hasField(field, project_id)).map(({ key }) => key)),
    sections: new Map(sections.map((section) => [section.task_id!, section.name_key])),
  }
}
