import type { Task, TaskUpdate } from '@svc/sdk'
import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { openStatuses } from '../input/enums.ts'
import { printObject, printResult, type ListFlags } from '../output/rows.ts'
import { formatTaskLines, toShortName } from '../output/tasks.ts'
import { findLabels } from '../session/labels.ts'
import { resolveTask } from '../session/resolve-task.ts'
import { loadCurrentUser } from '../session/resolve-names.ts'
import { openSession, requireOrgId, type Session } from '../session/session.ts'

const DURATION = /^(\d{1,5})(m|h)$/

/** Parses a duration such as `30m` or `2h` into seconds. */
function parseLease(text: string): number {
  const [, amount, unit] = DURATION.exec(text) ?? []
  if (amount === undefined) throw usageError(`--take: ${JSON.stringify(text)} is not a duration such as 30m or 2h`)
  return Number(amount) * (unit === 'h' ? 3600 : 60)
}

/** Claims the next of the user's open tasks and starts it. */
export async function takeNextTask(
  context: Context,
  session: Session,
  lease: string,
  flags: CommonFlags,
): Promise<void> {
  const seconds = parseLease(lease)
  const statuses = openStatuses.filter((status) => status !== 'blocked' && status !== 'on_hold')
  const query = { 'filter[assignee]': (await loadCurrentUser(session)).username, 'filter[status]': [...statuses] }
  const body = { org_id: await requireOrgId(session), query, seconds, set: { status: 'in_progress' as const } }
  const task = (await session.svc.claims.next(body, { signal: context.signal })) as Task | undefined
  if (!task) return printResult(context, { task: null }, 'No task to take', flags)
  const labels = flags.json === undefined ? await findLabels(session, task, context.signal) : new Map()
  printObject(context, task, formatTaskLines(task, labels), flags)
  if (flags.json === undefined) context.note(`Taken until ${task.claim!.until}. Complete it with: svc done`)
}

/** Completes tasks that the user has taken, and releases them; without ids, the only one. */
export async function finishTasks(context: Context, flags: ListFlags, ...names: string[]): Promise<void> {
  const session = openSession(context, flags)
  const ids = names.length > 0 ? names : [await findOnlyClaim(context, session)]
  const done: Task[] = []
  for (const name of ids) done.push(await finishTask(context, session, name))
  if (flags.ids) return context.out(done.map(({ task_id }) => `${task_id}\n`).join(''))
  const lines = done.map((task) => `Completed ${toShortName(task)}  ${task.title}`)
  printResult(context, { tasks: done }, lines, flags)
}

async function findOnlyClaim({ signal }: Context, session: Session): Promise<string> {
  const query = { org_id: await requireOrgId(session), filter: { claimed: 'me' as const }, limit: 10 }
  const found = await session.svc.tasks.list(query, { signal }).toArray({ max: 10 })
  if (found.length === 1) return found[0]!.task_id
  if (found.length === 0)
    throw new CliError('You have taken no task. Take one with: svc next --take 30m', exitCodes.notFound)
  throw usageError(
    `You have taken several tasks. Name one: ${found.map(({ key, task_id }) => key ?? task_id).join(', ')}`,
  )
}

async function finishTask({ signal }: Context, session: Session, name: string): Promise<Task> {
  const { claims, tasks } = session.svc
  const task = await tasks.read(await resolveTask(session, name, signal), { signal })
  const set: TaskUpdate = { status: 'completed' }
  if (!task.claim)
    throw new CliError(
      `You have not taken ${toShortName(task)}. Complete it with: svc tasks done ${name}`,
      exitCodes.conflict,
    )
  return (await claims.release(task.task_id, { generation: task.claim.generation, set }, { signal })) as Task
}
