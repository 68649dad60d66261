import type { Db } from '../../../../db/database.ts'
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'

interface ProjectId {
  org_id: string
  project_id: string
}

/** Returns the number of a new task in its project. */
export type TakeNumber = () => Promise<number>

/**
 * Numbers of a project that this process took in advance. The counter of a project is locked until the transaction that
 * takes a number ends; while several creates in one project compete for it, they take numbers from blocks instead.
 */
interface NumberBlock {
  next: number
  end: number
  size: number
  /** Time at which it was taken, in milliseconds since the epoch. */
  since: number
  refilling: boolean
  /** Creates that wait for a number of their own. */
  waiting: number
  losses: number
}

const FIRST_BLOCK_SIZE = 16
/** Each block is twice as large as the one before, up to this: enough for several groups of creates that share a transaction. */
const MAX_BLOCK_SIZE = 128
/** A block that lasts longer is not replaced in advance. */
const BUSY_BLOCK_MS = 2000

const blocks = new WeakMap<Dependencies, Map<string, NumberBlock>>()

function getBlock({ services, database }: Context, { org_id, project_id }: ProjectId): NumberBlock {
  let all = blocks.get(services)
  if (!all) blocks.set(services, (all = new Map()))
  const id = `${org_id} ${project_id}`
  let block = all.get(id)
  const losses = database.connectionLosses()
  // A server that takes over may have an older counter.
  if (block?.losses !== losses) {
    block = { next: 1, end: 0, size: 0, since: 0, refilling: false, waiting: 0, losses }
    all.set(id, block)
  }
  return block!
}

/** Deletes the state of a project that has no numbers and no waiting creates. */
function forgetBlock({ services }: Context, { org_id, project_id }: ProjectId, block: NumberBlock): void {
  const all = blocks.get(services)
  const id = `${org_id} ${project_id}`
  if (block.waiting === 0 && !block.refilling && block.next > block.end && all?.get(id) === block) all.delete(id)
}

/** Counts on by `count` and returns the last number. */
const advanceCounter = async (db: Db, { org_id, project_id }: ProjectId, count: number) =>
  (await db.queryRow(sql<{ last: number }>`
    update project_numbers set last = last + ${count}::int where org_id = ${org_id} and project_id = ${project_id}
    returning last`))!.last

/** Takes a block in a transaction of its own. Called without waiting, and again by a later create if it fails. */
async function refill(ctx: Context, project: ProjectId, block: NumberBlock, size: number): Promise<void> {
  if (block.refilling || ctx.database.engine === 'embedded') return
  block.refilling = true
  try {
    const since = ctx.wallMillis
    const end = await advanceCounter(ctx.services.database.db, project, size)
    const start = end - size + 1
    // Leaves out unused numbers of the previous block if other processes have taken later ones.
    const next = block.end + 1 === start ? block.next : start
    Object.assign(block, { next, end, size, since })
  } finally {
    block.refilling = false
  }
}

function takeFromBlock(ctx: Context, project: ProjectId, block: NumberBlock): number | undefined {
  if (block.next > block.end) return undefined
  const number = block.next++
  const remaining = block.end - block.next + 1
  if (remaining <= block.size / 2 && ctx.wallMillis - block.since < BUSY_BLOCK_MS)
    ctx.ignoreRejection(refill(ctx, project, block, Math.min(block.size * 2, MAX_BLOCK_SIZE)))
  return number
}

/**
 * Starts taking the number of a new task: from the block, else from the counter, in this round trip unless `early` is
 * false. The caller may not yet be authorized, so nothing is used up before `TakeNumber` is called.
 */
export function prepareTaskNumber(ctx: Context, project: ProjectId, early: boolean): TakeNumber {
  const block = getBlock(ctx, project)
  if (!early || block.next <= block.end)
    return async () => takeFromBlock(ctx, project, block) ?? (await advanceCounter(ctx.db, project, 1))
  const isContended = block.waiting > 0
  block.waiting++
  const taking = advanceCounter(ctx.db, project, 1).finally(() => {
    block.waiting--
    forgetBlock(ctx, project, block)
  })
  ctx.ignoreRejection(taking)
  return () => {
    if (isContended) ctx.ignoreRejection(refill(ctx, project, block, FIRST_BLOCK_SIZE))
    return taking
  }
}

/**
 * Takes consecutive numbers of new tasks and returns the first. Must follow the locks of containers, since the counter stays
 * locked until the commit.
 */
export const takeNumbers = async (ctx: Context, project: ProjectId, count: number): Promise<number> =>
  (await advanceCounter(ctx.db, project, count)) - count + 1

/** Number of each task in the project to which a request moves it. */
const numbersOnMove = new WeakMap<Context, Map<string, number>>()

/**
 * Assigns numbers to tasks that move to a project: the former one to a task that has been there, else the next ones. Must
 * follow all locks, since the counter stays locked until the commit.
 */
export async function assignNumbers(ctx: Context, project: ProjectId, taskIds: readonly string[]): Promise<void> {
  const { org_id, project_id } = project
  const former = await ctx.db.query(sql<{ task_id: string; number: number }>`
    select task_id, number from task_keys
    where org_id = ${org_id} and project_id = ${project_id} and task_id = any(${taskIds}::text[])`)
  const numbers = new Map(former.map(({ task_id, number }) => [task_id, number]))
  const added = taskIds.filter((id) => !numbers.has(id))
  if (added.length > 0) {
    const first = await takeNumbers(ctx, project, added.length)
    added.forEach((id, i) => numbers.set(id, first + i))
    ctx.ignoreRejection(
      ctx.db.query(sql`
        insert into task_keys (org_id, project_id, number, task_id)
        select ${org_id}, ${project_id}, a.number, a.task_id
        from unnest(${added.map((id) => numbers.get(id))}::integer[], ${added}::text[]) as a(number, task_id)`),
    )
  }
  numbersOnMove.set(ctx, numbers)
}

/** Tasks that a request moves together. */
const movingTogether = new WeakMap<Context, readonly string[]>()

/** Makes the first of several moves to one project assign the numbers of all. */
export const announceMoves = (ctx: Context, taskIds: readonly string[]): void => void movingTogether.set(ctx, taskIds)

/** Returns the number of a task in the project it moves to. The caller may edit that project. */
export async function assignNumber(ctx: Context, project: ProjectId, taskId: string): Promise<number> {
  if (!numbersOnMove.get(ctx)?.has(taskId)) await assignNumbers(ctx, project, movingTogether.get(ctx) ?? [taskId])
  return numbersOnMove.get(ctx)!.get(taskId)!
}
