import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { loadExternalRefs } from '../../../work/external-refs/queries.ts'
import type { ProjectRow } from '../../../work/projects/queries/find.ts'
import { FORMER_KEY_REF, listTakenKeys, parseSourceKey } from '../../../work/tasks/import.ts'
import type { TaskRows } from './resolved.ts'
import type { ImportRun } from './run.ts'

const MAX_FORMER_KEYS = 20

/**
 * Raises the counter of a project above the numbers of its keys in the file, once in an import: it alone gives the numbers
 * between. Lower ones may be in use, or reserved by a process that creates tasks.
 */
export async function reserveNumbers(
  run: ImportRun,
  ctx: Context,
  projectId: string,
  sourceProject: string,
): Promise<void> {
  const highest = run.state.numbers?.[sourceProject] ?? 0
  if (highest === 0 || run.state.reserved?.[sourceProject] !== undefined) return
  const { last } = (await ctx.db.queryRow(sql<{ last: number }>`
    select last from project_numbers where org_id = ${run.orgId} and project_id = ${projectId} for update`))!
  if (last < highest)
    await ctx.db.query(sql`
      update project_numbers set last = ${highest} where org_id = ${run.orgId} and project_id = ${projectId}`)
  const reserved = (await wasRaisedBefore(run, ctx, sourceProject)) ? 0 : last
  run.state.reserved = { ...run.state.reserved, [sourceProject]: reserved }
}

/** Returns whether an earlier version began the import, which raised the counter of the new project and stored no name. */
async function wasRaisedBefore(run: ImportRun, ctx: Context, sourceProject: string): Promise<boolean> {
  if (run.state.source !== undefined) return false
  const created = await loadExternalRefs(ctx, run.orgId, 'project', run.source, [sourceProject])
  return created.get(sourceProject)?.import_id === run.row.import_id
}

/** Returns the numbers that new tasks bring along, by their ids: those of keys with the prefix of the project that are free. */
export async function chooseNumbers(
  run: ImportRun,
  ctx: Context,
  { project_id, prefix }: ProjectRow,
  rows: TaskRows,
): Promise<Map<string, number>> {
  const wanted = rows.flatMap(({ row: { id, project, key } }) => {
    const parsed = parseSourceKey(key)
    return parsed?.prefix === prefix && project != null ? [{ id, project, number: parsed.number }] : []
  })
  if (wanted.length === 0) return new Map()
  for (const project of new Set(wanted.map((one) => one.project))) await reserveNumbers(run, ctx, project_id, project)
  const taken = await ctx.db.query(sql<{ number: number }>`
    select number from task_keys where org_id = ${run.orgId} and project_id = ${project_id}
      and number = any(${wanted.map((one) => one.number)}::integer[])`)
  const used = new Set(taken.map(({ number }) => number))
  const numbers = new Map<string, number>()
  for (const { id, project, number } of wanted) {
    const { numbers: highest, reserved } = run.state
    const isReserved = number > (reserved?.[project] ?? Infinity) && number <= (highest?.[project] ?? 0)
    if (!isReserved || used.has(number)) continue
    used.add(number)
    numbers.set(id, number)
  }
  return numbers
}

/**
 * Returns the keys of other systems that find new tasks here, by ids of the tasks: those that tasks cannot have, or had
 * before, and no other task has or had. Only admins give them, since a key finds a task in the whole organization.
 */
export async function chooseFormerKeys(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  numbers: ReadonlyMap<string, number>,
): Promise<Map<string, string[]>> {
  if (!run.isAdmin) return new Map()
  const wanted = rows.map(({ row: { id, key, former_keys } }) => {
    const keys = [...(key && !numbers.has(id) ? [key] : []), ...(former_keys ?? [])]
    return { id, keys: keys.filter((one) => parseSourceKey(one) !== null).slice(0, MAX_FORMER_KEYS) }
  })
  const keys = wanted.flatMap((one) => one.keys)
  const parsed = keys.map((key) => parseSourceKey(key)!)
  const used = await listTakenKeys(ctx, run.orgId, parsed)
  const { resource_type, source } = FORMER_KEY_REF
  for (const key of (await loadExternalRefs(ctx, run.orgId, resource_type, source, keys)).keys()) used.add(key)
  const chosen = new Map<string, string[]>()
  for (const { id, keys: own } of wanted) {
    const free = own.filter((key) => !used.has(key) && used.add(key))
    if (free.length > 0) chosen.set(id, free)
  }
  return chosen
}
