import { sql, type Sql, formatTime, inList, or } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { HeldClaims } from '../../../../http/if-claim.ts'

/** Live claim of a task, as responses contain it. */
export interface TaskClaim {
  by: string
  token_id: string | null
  until: string
  generation: number
  note: string | null
}

/** A claim without its task, in a column of a query. */
const claimObject = sql`jsonb_build_object('by', tc.claimed_by, 'token_id', tc.token_id, 'until', ${formatTime('tc.until')},
  'generation', tc.generation, 'note', tc.note)`

/**
 * Condition that claim `tc` is live. The clock of the database alone decides, so that servers whose clocks differ or were
 * set back agree.
 */
const isLive = sql`tc.until > statement_timestamp()`

/** Joins the live claim `tc` of task `t`. */
export const joinClaim = sql`
  left join task_claims tc on tc.org_id = t.org_id and tc.task_id = t.task_id and ${isLive}`

/** Column `claim`, selected from `joinClaim`. */
export const claimColumn = sql`case when tc.generation is not null then ${claimObject} end as claim`

/** Selects the live claims of tasks, each with the id of its task. */
export const selectClaims = (orgId: string, taskIds: readonly string[]) => sql<{ task_id: string; claim: TaskClaim }>`
  select tc.task_id, ${claimObject} as claim from task_claims tc
  where tc.org_id = ${orgId} and ${inList('tc.task_id', taskIds)} and ${isLive}`

/** Returns the column `claim` of tasks `t` of an organization, without a join. */
export const buildClaimColumn = (orgId: string): Sql => sql`(
  select ${claimObject} from task_claims tc
  where tc.org_id = ${orgId} and tc.task_id = t.task_id and ${isLive}) as claim`

export const claimedFilterValues = ['me', 'true', 'false'] as const

/** Selects the ids of the tasks that users with these folded names have claimed. */
export const selectClaimedBy = (orgId: string, names: readonly string[]): Sql => sql`
  select tc.task_id from organization_members m
  join task_claims tc on tc.org_id = ${orgId} and tc.user_id = m.user_id and ${isLive}
  where m.org_id = ${orgId} and m.username_key = any(${names}::text[])`

/** Returns the condition that task `t` is claimed by the caller (`me`), by any user (`true`) or not at all (`false`). */
export function matchClaimed(ctx: Context, orgId: string, values: readonly string[]): Sql {
  const selectClaimed = (own: Sql) => sql`t.task_id in (
    select tc.task_id from task_claims tc where tc.org_id = ${orgId} and ${isLive}${own})`
  const conditions: Record<string, () => Sql> = {
    me: () => selectClaimed(sql` and tc.user_id = ${ctx.user.user_id}`),
    true: () => selectClaimed(sql``),
    false: () => sql`not exists (
      select from task_claims tc where tc.org_id = ${orgId} and tc.task_id = t.task_id and ${isLive})`,
  }
  return or([...new Set(values)].map((value) => conditions[value]!()))
}

interface TaskKey {
  org_id: string
  task_id: string
}

/**
 * Locks the claims of tasks of one organization until the end of the transaction, and returns the generations of those
 * that the caller holds. The end or takeover of a claim waits for the lock.
 */
export async function lockHeldClaims(ctx: Context, tasks: readonly TaskKey[]): Promise<HeldClaims> {
  const held: HeldClaims = new Map(tasks.map(({ task_id }) => [task_id, null]))
  if (tasks.length === 0) return held
  const rows = await ctx.db.query(sql<{ task_id: string; generation: number }>`
    select task_id, generation from task_claims
    where org_id = ${tasks[0]!.org_id} and task_id = any(${[...held.keys()]}::text[])
      and user_id = ${ctx.user.user_id} and until > clock_timestamp()
    order by task_id for share`)
  for (const { task_id, generation } of rows) held.set(task_id, generation)
  return held
}
