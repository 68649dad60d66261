import { sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { fold } from '../../kernel/text.ts'
import { assignments, inOrganizations } from '../../kernel/sql.ts'
import { holdPeople } from '../organization-members/queries.ts'
import { attributeNames } from './attributes.ts'
import { changedColumns, writtenColumns, writtenValues } from './rules.ts'
import { seenAlikeSql, type TaskRow } from './rows.ts'
import { changedContent, changesSearch, gramsColumn, searchContent, type Folded } from './search.ts'

const kept = ['org_id', 'task_id', 'created_by', 'updated_by', 'created_at', 'updated_at'] as const
const inserted = [...kept, ...writtenColumns]
const returned = attributeNames.join(', ')

// The task and its search text in one round trip.
const insertSql = `
  WITH made AS (
    INSERT INTO tasks (${inserted.join(', ')}) VALUES (${inserted.map((_, i) => `$${i + 1}`).join(', ')})
    RETURNING ${returned}),
  searched AS (
    INSERT INTO task_search (org_id, task_id, content, grams)
    VALUES ($1, $2, $${inserted.length + 1}, $${inserted.length + 2}))
  SELECT * FROM made`

/** Stores a new task and its search text. */
export async function insertTask(ctx: Context, task: TaskRow): Promise<TaskRow> {
  const content = searchContent(task)
  const values = [...kept.map((name) => task[name]), ...writtenValues(task)]
  const parameters = [...values, content, gramsColumn(content)]
  const made = query<TaskRow>(ctx.db, insertSql, parameters)
  // JSON comes back as PostgreSQL keeps it, its keys in another order; without any, the row is known.
  if (task.type_data !== null || task.metadata.length > 0) return (await made)[0]!
  ctx.later(made)
  return { ...task, comments: 0, version: 1 }
}

/**
 * Writes the columns in which `wanted` differs from `stored`; the version rises, the search text follows. `quiet`: neither
 * version nor time changes, since not everybody who reads the task may know of what did.
 */
export async function updateTask(
  ctx: Context,
  stored: TaskRow,
  wanted: TaskRow,
  quiet = false,
): Promise<TaskRow> {
  const by = { updated_by: ctx.user.username, updated_at: ctx.now }
  const set = { ...changedColumns(stored, wanted), ...(!quiet && by) }
  const searched = changesSearch(stored, wanted) ? findContent(ctx, stored) : undefined
  if (searched) ctx.later(searched)
  const [row] = await ctx.db.query(
    sql<TaskRow>`update tasks set ${assignments(set)}, version = version + ${quiet ? 0 : 1}::int
      where org_id = ${stored.org_id} and task_id = ${stored.task_id} returning ${sql.raw(returned)}`,
    { plan: 'custom' },
  )
  if (searched) {
    const content = changedContent(await searched, stored, wanted, foldedBy(ctx))
    await query(
      ctx.db,
      'UPDATE task_search SET content = $3, grams = $4 WHERE org_id = $1 AND task_id = $2',
      [stored.org_id, stored.task_id, content, gramsColumn(content)],
    )
  }
  return row!
}

const folded = new WeakMap<Context, Folded>()

/** What a request has folded so far. */
function foldedBy(ctx: Context): Folded {
  const known = folded.get(ctx) ?? new Map<string, string>()
  folded.set(ctx, known)
  return known
}

/** The stored search text of a task. */
async function findContent(ctx: Context, { org_id, task_id }: TaskRow): Promise<string> {
  const text = 'SELECT content FROM task_search WHERE org_id = $1 AND task_id = $2'
  const [row] = await query<{ content: string }>(ctx.db, text, [org_id, task_id])
  return row!.content
}

/**
 * In an update of task `t` that takes who and when as these parameters: its version and time change where the condition
 * holds, that whoever reads the task may know of the change.
 */
const touchedIf = (open: string, by: string, at: string) => `
  version = t.version + (${open})::int, updated_by = CASE WHEN ${open} THEN ${by} ELSE t.updated_by END,
  updated_at = CASE WHEN ${open} THEN ${at}::timestamptz ELSE t.updated_at END`

/** Makes tasks children of `parentId`, or nobody's when it is null; versions rise of those whose readers see the parent. */
export async function setParent(
  ctx: Context,
  orgId: string,
  taskIds: string[],
  parentId: string | null,
): Promise<void> {
  if (taskIds.length === 0) return
  await query(
    ctx.db,
    `UPDATE tasks t SET parent_task_id = $3, ${touchedIf(seenAlikeSql, '$4', '$5')} FROM tasks o
     WHERE t.org_id = $1 AND t.task_id = ANY($2::text[]) AND o.org_id = $1
       AND o.task_id = coalesce($3::text, t.parent_task_id)`,
    [orgId, taskIds, parentId, ctx.user.username, ctx.now],
  )
}

/**
 * One change of links at a time in an organization: two at once could close a circle that neither sees. Taken before
 * any task is locked, so that two such changes never wait for each other.
 */
export async function lockLinks(ctx: Context, orgId: string): Promise<void> {
  await query(ctx.db, 'SELECT FROM organizations WHERE org_id = $1 FOR NO KEY UPDATE', [orgId])
}

const lockLinksOfSql = `
  SELECT FROM organizations WHERE org_id IN
    (SELECT org_id FROM tasks WHERE org_id = ANY($1::uuid[]) AND task_id = ANY($2::text[]) AND deleted_at IS NULL)
  ORDER BY org_id FOR NO KEY UPDATE`

/** The same for the organization that these tasks lie in. */
export async function lockLinksOf(ctx: Context, taskIds: string[]): Promise<void> {
  await query(ctx.db, lockLinksOfSql, [ctx.caller.orgIds, taskIds])
}

type Match = (column: string) => string
const lockThose = (which: (match: Match) => string) =>
  inOrganizations(
    (match) => `
  SELECT FROM tasks WHERE ${match('org_id')} AND deleted_at IS NULL AND task_id IN (${which(match)})
  ORDER BY task_id FOR NO KEY UPDATE`,
  )

const lockKin = {
  /** With their subtasks. */
  relinked: lockThose(
    (match) => `SELECT unnest($2::text[]) UNION ALL
      SELECT c.task_id FROM tasks c WHERE ${match('c.org_id')} AND c.parent_task_id = ANY($2::text[])`,
  ),
  /** With all that is below them, their parents, and who waits for any of these. */
  deleted: lockThose(
    (match) => `WITH RECURSIVE below(id) AS (
        SELECT unnest($2::text[]) COLLATE "C" UNION
        SELECT c.task_id FROM below JOIN tasks c ON ${match('c.org_id')} AND c.parent_task_id = below.id)
      SELECT id FROM below
      UNION ALL SELECT p.parent_task_id FROM tasks p WHERE ${match('p.org_id')} AND p.task_id = ANY($2::text[])
      UNION ALL SELECT w.task_id FROM tasks w WHERE ${match('w.org_id')} AND w.dependencies <> '{}'
        AND w.dependencies && ARRAY(SELECT id FROM below)`,
  ),
}

/**
 * Locks tasks and those that are changed with them, in the order in which all who lock several tasks take them. With
 * their links locked before, these stay the same ones.
 */
export const lockWithKin = (
  ctx: Context,
  taskIds: readonly string[],
  when: keyof typeof lockKin,
): Promise<unknown> => lockKin[when](ctx.db, ctx.caller.orgIds, taskIds)

/** Where a body puts a task, and whom it restricts it to. */
export interface Placed {
  project_id?: string | null | undefined
  goal_id?: string | null | undefined
  milestone_id?: string | null | undefined
  sprint_id?: string | null | undefined
  restricted_to?: readonly string[] | null | undefined
}

const hold = (match: (column: string) => string, table: string, name: string, parameter: number) =>
  `(SELECT 1 FROM ${table} WHERE ${match('org_id')} AND ${name} = $${parameter} FOR SHARE)`

const holdSql = inOrganizations(
  (match) => `
  SELECT ${hold(match, 'projects', 'project_id', 2)}, ${hold(match, 'goals', 'goal_id', 3)},
    ${hold(match, 'milestones', 'milestone_id', 4)}, ${hold(match, 'sprints', 'sprint_id', 5)}`,
)

/** Keeps those whom a task is restricted to from leaving the organization. Taken before any place is locked. */
export async function holdNamed(ctx: Context, { restricted_to }: Placed): Promise<void> {
  if (restricted_to?.length) await holdPeople(ctx, ctx.caller.orgIds, { names: restricted_to.map(fold) })
}

/**
 * Keeps what a task is to be put into from being deleted, completed or moved until the task is there, and whom it is
 * restricted to from leaving. Taken before any task is locked: whoever changes such a place locks it first, and then the
 * tasks in it.
 */
export async function holdPlaces(ctx: Context, places: Placed): Promise<void> {
  const { project_id, goal_id, milestone_id, sprint_id } = places
  await holdNamed(ctx, places)
  const ids = [project_id, goal_id, milestone_id, sprint_id].map((id) => id ?? null)
  if (ids.some((id) => id !== null)) await holdSql(ctx.db, ctx.caller.orgIds, ...ids)
}

const upwards = `
  WITH RECURSIVE up(id) AS (
    SELECT $2::text COLLATE "C" UNION
    SELECT t.parent_task_id FROM up JOIN tasks t ON t.org_id = $1 AND t.task_id = up.id)
  SELECT id FROM up WHERE id = ANY($3::text[]) LIMIT 1`

/** One of `taskIds` that is the task itself or above it. */
export async function findAncestor(ctx: Context, orgId: string, taskId: string, taskIds: string[]) {
  return (await query<{ id: string }>(ctx.db, upwards, [orgId, taskId, taskIds]))[0]?.id
}

const onwards = `
  WITH RECURSIVE down(id) AS (
    SELECT unnest($2::text[]) UNION
    SELECT d.id FROM down JOIN tasks t ON t.org_id = $1 AND t.task_id = down.id
      CROSS JOIN LATERAL unnest(t.dependencies) AS d(id))
  SELECT id FROM down WHERE id = $3 LIMIT 1`

/** Whether `taskId` is among `taskIds` or what they wait for. */
export async function waitsFor(
  ctx: Context,
  orgId: string,
  taskIds: string[],
  taskId: string,
): Promise<boolean> {
  return (await query(ctx.db, onwards, [orgId, taskIds, taskId])).length > 0
}

/**
 * Marks tasks deleted and takes their ids out of every task that names them, whose versions rise where all who read them
 * see one of the deleted.
 */
export async function deleteTasks(ctx: Context, orgId: string, taskIds: string[]): Promise<void> {
  const values = [orgId, taskIds, ctx.user.username, ctx.now]
  await query(
    ctx.db,
    `UPDATE tasks SET deleted_at = $4, updated_by = $3, updated_at = $4, version = version + 1
     WHERE org_id = $1 AND task_id = ANY($2::text[])`,
    values,
  )
  await query(
    ctx.db,
    `UPDATE tasks t SET dependencies = ARRAY(SELECT d FROM unnest(t.dependencies) WITH ORDINALITY AS u(d, n)
         WHERE d <> ALL($2::text[]) ORDER BY n), ${touchedIf('waiting.open', '$3', '$4')}
     FROM (SELECT t.task_id, EXISTS (SELECT FROM tasks o WHERE o.org_id = $1 AND o.task_id = ANY($2::text[])
           AND o.task_id = ANY(t.dependencies) AND ${seenAlikeSql}) AS open
         FROM tasks t WHERE t.org_id = $1 AND t.dependencies && $2::text[] AND t.dependencies <> '{}'
           AND t.deleted_at IS NULL) waiting
     WHERE t.org_id = $1 AND t.task_id = waiting.task_id`,
    values,
  )
  await query(ctx.db, 'DELETE FROM task_search WHERE org_id = $1 AND task_id = ANY($2::text[])', [
    orgId,
    taskIds,
  ])
}

/** Takes ids out of a task's list of subtasks; its version rises when all who read it see one of them. */
export async function dropSubtasks(
  ctx: Context,
  orgId: string,
  parentId: string,
  taskIds: string[],
): Promise<void> {
  await query(
    ctx.db,
    `UPDATE tasks t SET sub_tasks = ARRAY(SELECT s FROM unnest(t.sub_tasks) WITH ORDINALITY AS u(s, n)
         WHERE s <> ALL($3::text[]) ORDER BY n), ${touchedIf('left_by.open', '$4', '$5')}
     FROM (SELECT EXISTS (SELECT FROM tasks t JOIN tasks o ON o.org_id = t.org_id AND o.task_id = ANY($3::text[])
       WHERE t.org_id = $1 AND t.task_id = $2 AND ${seenAlikeSql}) AS open) left_by
     WHERE t.org_id = $1 AND t.task_id = $2 AND t.deleted_at IS NULL`,
    [orgId, parentId, taskIds, ctx.user.username, ctx.now],
  )
}

/** Takes a task out of its place in a lane of a project, team or person; gives the section it was in, if any. */
export async function leaveSections(
  ctx: Context,
  task: TaskRow,
  scopeType: string,
  scopeId: string,
): Promise<string[]> {
  const left = await query<{ section_id: string }>(
    ctx.db,
    `DELETE FROM task_sections WHERE org_id = $1 AND scope_type = $2 AND scope_id = $3 AND task_id = $4
     RETURNING section_id`,
    [task.org_id, scopeType, scopeId, task.task_id],
  )
  return left.map((place) => place.section_id)
}
