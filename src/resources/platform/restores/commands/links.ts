import { sql } from '../../../../db/sql.ts'
import type { RestoreRun } from './run.ts'

/** Links that are held at the same time; more are read in several passes. */
const MAX_LINKS_PER_PASS = 100_000
const BATCH_PARENTS = 500

/** Gives tasks their subtasks in their order. */
export async function restoreParents(run: RestoreRun, subtasks: number): Promise<void> {
  const passes = Math.ceil(subtasks / MAX_LINKS_PER_PASS)
  for (let pass = 0; pass < passes; pass++) {
    const families = new Map<string, { child: string; position: number }[]>()
    for await (const rows of run.batches('tasks'))
      for (const { id, parent, position, deleted_at } of rows) {
        if (parent == null || deleted_at || choosePass(parent, passes) !== pass) continue
        const family = families.get(parent) ?? []
        family.push({ child: id, position: position ?? family.length + 1 })
        families.set(parent, family)
      }
    await saveFamilies(run, families)
  }
}

function choosePass(id: string, passes: number): number {
  let hash = 0
  for (let index = 0; index < id.length; index++) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) >>> 0
  return hash % passes
}

async function saveFamilies(run: RestoreRun, families: ReadonlyMap<string, { child: string; position: number }[]>) {
  const parents = [...families].map(([parent, family]) => ({
    parent,
    children: family.toSorted((a, b) => a.position - b.position).map(({ child }) => child),
  }))
  for (let from = 0; from < parents.length; from += BATCH_PARENTS) {
    const batch = JSON.stringify(parents.slice(from, from + BATCH_PARENTS))
    await run.query(
      'tasks',
      sql`
      update tasks p set sub_tasks = e.children
      from jsonb_to_recordset(${batch}::jsonb) as e(parent text, children text[])
      where p.org_id = ${run.orgId} and p.task_id = e.parent`,
    )
    await run.query(
      'tasks',
      sql`
      update tasks c set parent_task_id = e.parent
      from jsonb_to_recordset(${batch}::jsonb) as e(parent text, children text[])
      where c.org_id = ${run.orgId} and c.task_id = any(e.children)`,
    )
  }
}

export async function restoreDependencies(run: RestoreRun): Promise<void> {
  for await (const rows of run.batches('dependencies'))
    await run.query(
      'dependencies',
      sql`
      update tasks t set dependencies = t.dependencies || e.others
      from (select u.task, array_agg(u.other order by u.n) as others
        from unnest(${rows.map((row) => row.task)}::text[], ${rows.map((row) => row.depends_on)}::text[])
          with ordinality as u(task, other, n) group by u.task) e
      where t.org_id = ${run.orgId} and t.task_id = e.task`,
    )
  run.counts.dependencies = run.archive.countRows('dependencies')
}
