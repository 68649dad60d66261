import type { NumberedRow } from '@svc/import/archive'
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { ExternalRef } from '../../../work/external-refs/queries.ts'
import type { Resolved } from './resolved.ts'
import type { ImportRun } from './run.ts'

type Refs = Map<string, ExternalRef>

const tables = {
  goal: { id: sql`goal_id`, from: sql`goals`, project: sql`project_id` },
  section: { id: sql`section_id`, from: sql`sections`, project: sql`scope_type = 'project' and scope_id` },
}

/** Removes references to what an earlier import has created in another project than the one that the request names. */
export async function removeForeign(
  run: ImportRun,
  ctx: Context,
  type: keyof typeof tables,
  refs: Refs,
): Promise<ReadonlySet<string>> {
  if (run.row.project_id === null || refs.size === 0) return new Set()
  const { id, from, project } = tables[type]
  const own = await ctx.db.query(sql<{ id: string }>`
    select ${id} as id from ${from} where org_id = ${run.orgId} and ${project} = ${run.row.project_id}
      and ${id} = any(${[...refs.values()].map((ref) => ref.resource_id)}::text[])`)
  const ids = new Set(own.map((one) => one.id))
  const foreign = new Set([...refs].filter(([, ref]) => !ids.has(ref.resource_id)).map(([name]) => name))
  for (const name of foreign) refs.delete(name)
  return foreign
}

const REASON_FOR_FOREIGN = 'an earlier import has created it in another project'

/** Reports the goal and the sections that a new task does not get. */
export function reportForeign(
  run: ImportRun,
  numbered: NumberedRow<'tasks'>,
  { foreignGoals, foreignSections }: Pick<Resolved, 'foreignGoals' | 'foreignSections'>,
): void {
  const { goal, sections } = numbered.row
  if (goal && foreignGoals.has(goal)) run.report('rejected', 'tasks', numbered, REASON_FOR_FOREIGN, 'goal', goal)
  for (const { section } of sections ?? [])
    if (foreignSections.has(section)) run.report('rejected', 'tasks', numbered, REASON_FOR_FOREIGN, 'section', section)
}
