import { sql, type Sql, orgEquals } from '../../../db/sql.ts'
import type { Db } from '../../../db/database.ts'
import type { Context } from '../../../core/context.ts'
import type { ProjectVisibility } from '../projects/policy.ts'
import { buildVisibleTasksCondition } from '../projects/queries/visibility.ts'
import { selectTaskList, type TaskListQuery } from '../tasks/queries/list.ts'
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

/** Finds the stored claim of a task, which must be locked: claims change only while their task is locked. */
export async function findClaim(ctx: Context, { org_id, task_id }: ClaimKey): Promise<ClaimRow | undefined> {
  const [row] = await ctx.db.query(sql<ClaimRow>`
    select ${claimColumns} from task_claims c where c.org_id = ${org_id} and c.task_id = ${task_id}`)
  return row
}

const endsAfter = (seconds: number): Sql => sql`clock_timestamp() + make_interval(secs => ${seconds}::int)`

type Started = Pick<ClaimRow, 'generation' | 'until'>

/** Starts a claim in a new generation; undefined if the last claim of the task was not ended. */
export async function insertClaim(
  ctx: Context,
  { org_id, task_id }: ClaimKey,
  { seconds, note, changed }: { seconds: number; note: string | null; changed: ChangedAttributes },
): Promise<Started | undefined> {
  const { user_id, username } = ctx.user
  const [row] = await ctx.db.query(sql<Started>`
    insert into task_claims as c (org_id, task_id, generation, until, user_id, claimed_by, token_id, note, changed)
    values (${org_id}, ${task_id}, 1, ${endsAfter(seconds)}, ${user_id}, ${username},
      ${ctx.caller.token?.token_id ?? null}, ${note}, ${JSON.stringify(changed)})
    on conflict (org_id, task_id) do update set generation = c.generation + 1, until = excluded.until,
      user_id = excluded.user_id, claimed_by = excluded.claimed_by, token_id = excluded.token_id, note = excluded.note,
      changed = excluded.changed
    where c.until is null
    returning generation, until`)
  return row
}

/** Extends a claim from now, and moves it to the credential of the caller, whose token may have been rotated. */
export async function extendClaim(
  ctx: Context,
  { org_id, task_id }: ClaimKey,
  { seconds, note, changed }: { seconds: number; note: string | null; changed: ChangedAttributes | null },
): Promise<Started> {
  const [row] = await ctx.db.query(sql<Started>`
    update task_claims set until = ${endsAfter(seconds)}, token_id = ${ctx.caller.token?.token_id ?? null},
      note = ${note}, changed = ${changed && JSON.stringify(changed)}
    where org_id = ${org_id} and task_id = ${task_id}
    returning generation, until`)
  return row!
}

/** Ends claims. Their rows stay for their generations. */
export const endClaims = (db: Db, keys: readonly ClaimKey[], orgId?: string): Promise<unknown[]> =>
  db.query(sql`
    update task_claims c set until = null, user_id = null, claimed_by = null, token_id = null, note = null, changed = null
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(org_id uuid, task_id text)
    where ${orgEquals('c.org_id', orgId)} and c.org_id = k.org_id and c.task_id = k.task_id`)

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
  ctx.pipeline(
    ctx.db.query(sql`
      select from organization_members where org_id = ${orgId} and user_id = ${ctx.user.user_id} for no key update`),
  )

/** Returns the condition that the caller may edit task `t`, which they can read. Same rule as `canEditTask`. */
function buildEditableCondition(ctx: Context, visibility: ProjectVisibility): Sql {
  if (visibility.isOrgAdmin) return sql`true`
  const { username } = ctx.user
  return sql`(t.created_by = ${username} or t.assignee = ${username}
    or t.project_id = any(${visibility.editableProjectIds}::text[])
    or (t.project_id is null and t.team_id = any(${visibility.joinedTeamIds}::text[])))`
}

/**
 * Returns the conditions that task `t` can be claimed next. Only dependencies that the caller can read count, since others
 * must not be noticed.
 */
export const buildClaimableConditions = (ctx: Context, visibility: ProjectVisibility): Sql[] => [
  sql`t.status not in ('completed', 'archived')`,
  sql`not exists (select from task_claims c
    where c.org_id = ${visibility.org_id} and c.task_id = t.task_id and c.until is not null)`,
  sql`(t.dependencies = '{}' or not exists (select from tasks d
    where d.org_id = ${visibility.org_id} and d.task_id = any(t.dependencies) and d.deleted_at is null
      and d.status not in ('completed', 'archived') and ${buildVisibleTasksCondition(ctx, visibility, 'd')}))`,
  buildEditableCondition(ctx, visibility),
]

/** Returns the ids of the first tasks that can be claimed, in order, without locks. */
export async function findCandidates(ctx: Context, query: TaskListQuery, limit: number): Promise<string[]> {
  const rows = await selectTaskList(ctx, {
    ...query,
    list: { ...query.list, limit },
    includeRestricted: false,
    fields: ['task_id', 'version'],
  })
  return rows.slice(0, limit).map((row) => row.task_id)
}

/** Locks the first of these tasks that is not claimed and that no other transaction has locked. */
export async function lockFirstCandidate(
  ctx: Context,
  orgId: string,
  taskIds: readonly string[],
): Promise<string | undefined> {
  const [row] = await ctx.db.lookup(
    sql<{ task_id: string }>`
      select t.task_id from tasks t
      where t.org_id = ${orgId} and t.task_id = any(${taskIds}::text[]) and t.deleted_at is null
        and not exists (select from task_claims c
          where c.org_id = ${orgId} and c.task_id = t.task_id and c.until is not null)
      order by array_position(${taskIds}::text[], t.task_id::text) limit 1 for no key update of t skip locked`,
  )
  return row?.task_id
}

/** Selects the organizations with lapsed claims. */
export const selectOrgsWithLapsedClaims = (): Sql<Pick<ClaimKey, 'org_id'>> => sql`
  select distinct org_id from task_claims where until <= statement_timestamp()`

/** Selects lapsed claims, the longest lapsed first. */
export const selectLapsedClaims = (limit: number, orgId?: string): Sql<ClaimKey> => sql<ClaimKey>`
  select org_id, task_id from task_claims where ${orgEquals('org_id', orgId)} and until <= statement_timestamp()
  order by until limit ${limit}`

const selectKeys = (keys: readonly ClaimKey[]): Sql => sql`
  jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(org_id uuid, task_id text)`

/** Locks tasks, except those that another transaction has locked. */
export const lockUnlockedTasks = (keys: readonly ClaimKey[], orgId?: string): Sql<ClaimKey> => sql<ClaimKey>`
  select t.org_id, t.task_id from tasks t join ${selectKeys(keys)} on t.org_id = k.org_id and t.task_id = k.task_id
  where ${orgEquals('t.org_id', orgId)} order by t.org_id, t.task_id for no key update of t skip locked`

/** Selects the lapsed claims among these. */
export const findLapsedClaims = (keys: readonly ClaimKey[], orgId?: string): Sql<ClaimRow> => sql<ClaimRow>`
  select ${claimColumns} from task_claims c join ${selectKeys(keys)} on c.org_id = k.org_id and c.task_id = k.task_id
  where ${orgEquals('c.org_id', orgId)} and c.until <= clock_timestamp() order by c.org_id, c.task_id for update of c`
