import { and, orgEquals, sql, type Sql } from '../../../db/sql.ts'
import type { Db } from '../../../db/database.ts'
import type { Context } from '../../../core/context.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { buildVisibleTasksCondition } from '../projects/queries/visibility.ts'
import { joinClaim } from '../tasks/queries/claims.ts'
import { advanceTimePastEvents, buildLastEventTime } from '../tasks/queries/last-event.ts'
import { selectTaskList, type TaskListQuery } from '../tasks/queries/list.ts'
import {
  buildTaskWithAccessColumns,
  findTaskBy,
  joinTasksWithAccess,
  type TaskWithAccess,
} from '../tasks/queries/rows.ts'
import type { ClaimChanges } from './schema.ts'

export interface ClaimKey {
  org_id: string
  task_id: string
}

/** Attributes that a claim changed, each with its previous and its new value. */
export type ChangedAttributes = Partial<Record<keyof ClaimChanges, { before: unknown; after: unknown }>>

/** Stored claim of a task; ended if `until` is null, lapsed if `until` has passed. */
export interface ClaimRow extends ClaimKey {
  generation: number
  until: string | null
  live: boolean
  user_id: string | null
  claimed_by: string | null
  token_id: string | null
  note: string | null
  changed: ChangedAttributes | null
}

const claimColumns = sql`c.org_id, c.task_id, c.generation, c.until, coalesce(c.until > clock_timestamp(), false) as live,
  c.user_id, c.claimed_by, c.token_id, c.note, c.changed`

/**
 * Finds the stored claim of a task of the caller's organizations. An earlier statement must lock the task, since claims
 * change only while it is locked; both can be sent together.
 */
export async function findClaim(ctx: Context, taskId: string): Promise<ClaimRow | undefined> {
  const [row] = await ctx.db.query(sql<ClaimRow>`
    select ${claimColumns} from task_claims c where ${sql.orgIn('c.org_id', ctx.caller.orgIds)} and c.task_id = ${taskId}`)
  return row
}

/** An earlier statement has waited for the locks. Citus refuses the volatile `clock_timestamp()` in updates. */
const endsAfter = (seconds: number): Sql => sql`statement_timestamp() + make_interval(secs => ${seconds}::int)`

export type StartedClaim = Pick<ClaimRow, 'generation' | 'until'>

interface ClaimTerms {
  seconds: number
  note: string | null
}

/**
 * Builds the INSERT of claims in new generations, for the tasks of a subquery. A task whose last claim was not ended, even
 * by a commit that this statement does not see otherwise, returns no row.
 */
function buildInsert(ctx: Context, orgId: string, tasks: Sql, { seconds, note }: ClaimTerms): Sql<StartedClaim> {
  const { user_id, username } = ctx.user
  return sql<StartedClaim>`
    insert into task_claims as c (org_id, task_id, generation, until, user_id, claimed_by, token_id, note, changed)
    select ${orgId}::uuid, l.task_id, 1, ${endsAfter(seconds)}, ${user_id}::uuid, ${username},
      ${ctx.caller.token?.token_id ?? null}, ${note}, '{}'::jsonb from ${tasks} l
    on conflict (org_id, task_id) do update set generation = c.generation + 1, until = excluded.until,
      user_id = excluded.user_id, claimed_by = excluded.claimed_by, token_id = excluded.token_id, note = excluded.note,
      changed = excluded.changed
    where c.until is null
    returning c.generation, c.until`
}

/** Starts a claim in a new generation; undefined if the last claim of the task was not ended. */
export async function insertClaim(
  ctx: Context,
  { org_id, task_id }: ClaimKey,
  terms: ClaimTerms,
): Promise<StartedClaim | undefined> {
  return (await ctx.db.query(buildInsert(ctx, org_id, sql`(select ${task_id}::text as task_id)`, terms)))[0]
}

/** Stores what a claim changed. */
export const saveClaimedChanges = (ctx: Context, { org_id, task_id }: ClaimKey, changed: ChangedAttributes) =>
  ctx.ignoreRejection(
    ctx.db.query(sql`
      update task_claims set changed = ${JSON.stringify(changed)} where org_id = ${org_id} and task_id = ${task_id}`),
  )

/** Extends a claim from now, and moves it to the credential of the caller, whose token may have been rotated. */
export async function extendClaim(
  ctx: Context,
  { org_id, task_id }: ClaimKey,
  { seconds, note, changed }: { seconds: number; note: string | null; changed: ChangedAttributes | null },
): Promise<StartedClaim> {
  const [row] = await ctx.db.query(sql<StartedClaim>`
    update task_claims set until = ${endsAfter(seconds)}, token_id = ${ctx.caller.token?.token_id ?? null},
      note = ${note}, changed = ${changed && JSON.stringify(changed)}
    where org_id = ${org_id} and task_id = ${task_id}
    returning generation, until`)
  return row!
}

const selectKeys = (keys: readonly ClaimKey[]): Sql => sql`
  jsonb_to_recordset(${JSON.stringify(keys.map(({ org_id, task_id }) => ({ org_id, task_id })))}::jsonb)
    as k(org_id uuid, task_id text)`

/** Ends claims. Their rows stay for their generations. */
export const endClaims = (db: Db, keys: readonly ClaimKey[], orgId?: string): Promise<unknown[]> =>
  db.query(sql`
    update task_claims c set until = null, user_id = null, claimed_by = null, token_id = null, note = null, changed = null
    from ${selectKeys(keys)} where ${orgEquals('c.org_id', orgId)} and c.org_id = k.org_id and c.task_id = k.task_id`)

/** Returns the condition of the live claims of the access token, or of the user through sessions. */
const buildOwnClaimsCondition = (ctx: Context): Sql => sql`
  user_id = ${ctx.user.user_id} and token_id is not distinct from ${ctx.caller.token?.token_id ?? null} and until > clock_timestamp()`

/** Returns the number of live claims of the access token, or of the user through sessions. */
export async function countClaims(ctx: Context, orgId: string): Promise<number> {
  const [row] = await ctx.db.query(sql<{ count: number }>`
    select count(*)::int as count from task_claims where org_id = ${orgId} and ${buildOwnClaimsCondition(ctx)}`)
  return row!.count
}

/** Returns the ids of the tasks of these claims. */
export async function listClaimedTaskIds(ctx: Context, orgId: string): Promise<string[]> {
  const rows = await ctx.db.query(sql<{ task_id: string }>`
    select task_id from task_claims where org_id = ${orgId} and ${buildOwnClaimsCondition(ctx)}`)
  return rows.map(({ task_id }) => task_id)
}

/** Serializes the claims of the caller in an organization. */
export const lockHolder = (ctx: Context, orgId: string): void =>
  ctx.ignoreRejection(
    ctx.db.query(sql`
      select from organization_members where org_id = ${orgId} and user_id = ${ctx.user.user_id} for no key update`),
  )

/** Returns the condition that the caller may edit task `t`, which they can read. Same rule as `canEditTask`. */
function buildEditableCondition(ctx: Context, visibility: OrgVisibility): Sql {
  if (visibility.isOrgAdmin) return sql`true`
  const { username } = ctx.user
  return sql`(t.created_by = ${username} or t.assignee = ${username}
    or t.project_id = any(${visibility.editableProjectIds}::text[])
    or (t.project_id is null and t.team_id = any(${visibility.joinedTeamIds}::text[])))`
}

/** Returns the conditions that task `t` can be claimed next, except that of its dependencies. */
export const buildFreeConditions = (ctx: Context, visibility: OrgVisibility): Sql[] => [
  sql`t.status not in ('completed', 'archived')`,
  sql`not exists (select from task_claims c
    where c.org_id = ${visibility.org_id} and c.task_id = t.task_id and c.until is not null)`,
  buildEditableCondition(ctx, visibility),
]

/**
 * Returns the conditions that task `t` can be claimed next. Only dependencies that the caller can read count, since others
 * must not be noticed.
 */
export const buildClaimableConditions = (ctx: Context, visibility: OrgVisibility): Sql[] => [
  ...buildFreeConditions(ctx, visibility),
  sql`(t.dependencies = '{}' or not exists (select from tasks d
    where d.org_id = ${visibility.org_id} and d.task_id = any(t.dependencies) and d.deleted_at is null
      and d.status not in ('completed', 'archived') and ${buildVisibleTasksCondition(ctx, visibility, 'd')}))`,
]

/** Task that can be claimed, as it was read without a lock. */
export interface Candidate {
  task_id: string
  version: number
}

/** Returns the first tasks that can be claimed, in order, without locks. */
export async function findCandidates(ctx: Context, query: TaskListQuery, limit: number): Promise<Candidate[]> {
  const rows = await selectTaskList(ctx, {
    ...query,
    list: { ...query.list, limit },
    includeMasked: false,
    fields: ['task_id', 'version'],
  })
  return rows.slice(0, limit)
}

/**
 * Builds the SELECT that locks the first of the candidates that can still be claimed and that no other transaction has
 * locked. The version of a task that has changed differs from that of the candidate when its lock is granted.
 */
const buildLock = (ctx: Context, visibility: OrgVisibility, candidates: readonly Candidate[]) => sql<{
  task_id: string
}>`
  select t.task_id from unnest(${candidates.map(({ task_id }) => task_id)}::text[],
      ${candidates.map(({ version }) => version)}::integer[]) with ordinality as n(task_id, version, rank)
    join tasks t on t.org_id = ${visibility.org_id} and t.task_id = n.task_id and t.version = n.version
  where t.deleted_at is null and ${and(buildClaimableConditions(ctx, visibility))}
  order by n.rank limit 1 for no key update of t skip locked`

/** Locked task with its new claim; without one if another was committed in the meantime. */
interface TakenTask {
  task: TaskWithAccess
  claim: StartedClaim | undefined
}

type TakenRow = TaskWithAccess & {
  generation: number | null
  claimed_until: string | null
  last_event_at: string | null
}

/** Locks, claims and loads the first candidate that can still be claimed; undefined if there is none. */
export async function takeFirstCandidate(
  ctx: Context,
  visibility: OrgVisibility,
  candidates: readonly Candidate[],
  terms: ClaimTerms,
): Promise<TakenTask | undefined> {
  const { org_id } = visibility
  const lock = buildLock(ctx, visibility, candidates)
  if (ctx.db.sharded) return takeSeparately(ctx, org_id, lock, terms)
  const [row] = await ctx.db.query(sql<TakenRow>`
    with locked as materialized (${lock}), started as (${buildInsert(ctx, org_id, sql`locked`, terms)})
    select s.generation, s.until as claimed_until, ${buildLastEventTime(org_id, sql`t.task_id`)} as last_event_at,
      ${buildTaskWithAccessColumns([org_id])}
    from (locked l left join started s on true), ${joinTasksWithAccess(ctx.user.user_id)} ${joinClaim}
    where t.org_id = ${org_id} and t.task_id = l.task_id`)
  if (!row) return undefined
  ctx.advanceTimePast([row, { updated_at: row.last_event_at }])
  const { generation, claimed_until: until } = row
  return { task: row, claim: generation === null ? undefined : { generation, until } }
}

/** Does the same by separate statements, for sharded tables. */
async function takeSeparately(
  ctx: Context,
  org_id: string,
  lock: Sql<{ task_id: string }>,
  terms: ClaimTerms,
): Promise<TakenTask | undefined> {
  const [locked] = await ctx.db.query(lock)
  if (!locked) return undefined
  const { task_id } = locked
  const [task, claim] = await Promise.all([
    findTaskBy(ctx, org_id, sql`t.task_id = ${task_id}`),
    insertClaim(ctx, { org_id, task_id }, terms),
    advanceTimePastEvents(ctx, task_id),
  ])
  ctx.advanceTimePast([task!])
  return { task: task!, claim }
}

/** Selects the organizations with lapsed claims. */
export const selectOrgsWithLapsedClaims = (): Sql<Pick<ClaimKey, 'org_id'>> => sql`
  select distinct org_id from task_claims where until <= statement_timestamp()`

/** Selects lapsed claims, the longest lapsed first. */
export const selectLapsedClaims = (limit: number, orgId?: string): Sql<ClaimKey> => sql<ClaimKey>`
  select org_id, task_id from task_claims where ${orgEquals('org_id', orgId)} and until <= statement_timestamp()
  order by until limit ${limit}`

/** Locks tasks, except those that another transaction has locked. */
export const lockUnlockedTasks = (keys: readonly ClaimKey[], orgId?: string): Sql<ClaimKey> => sql<ClaimKey>`
  select t.org_id, t.task_id from tasks t join ${selectKeys(keys)} on t.org_id = k.org_id and t.task_id = k.task_id
  where ${orgEquals('t.org_id', orgId)} order by t.org_id, t.task_id for no key update of t skip locked`

/** Selects the lapsed claims among these. */
export const findLapsedClaims = (keys: readonly ClaimKey[], orgId?: string): Sql<ClaimRow> => sql<ClaimRow>`
  select ${claimColumns} from task_claims c join ${selectKeys(keys)} on c.org_id = k.org_id and c.task_id = k.task_id
  where ${orgEquals('c.org_id', orgId)} and c.until <= clock_timestamp() order by c.org_id, c.task_id for update of c`
