import type { Database, Db } from '../../../../db/database.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import {
  findNextOrganization,
  findProjectSectionIds,
  isBackfillFinished,
  listPastChanges,
  lockBackfillPosition,
  lockNextTasks,
  replaceSpans,
  saveBackfillPosition,
} from '../queries/spans.ts'
import { buildSpans, type PastChange } from '../rules.ts'

const BATCH_TASKS = 200
/** Maximum number of transactions of one run, so that a shutdown does not wait long. */
const MAX_BATCHES = 50

const finishedDatabases = new WeakSet<Database>()

/**
 * Builds the spans of the tasks that existed before `task_spans` from the event log, once; returns the number of tasks. The
 * position is stored with each batch, so that any process can continue.
 */
export async function backfillTaskSpans({ database }: Pick<Dependencies, 'database'>): Promise<number> {
  let tasks = 0
  for (let batch = 0; batch < MAX_BATCHES && !finishedDatabases.has(database); batch++) {
    const step = await database.transaction(fillBatch)
    if (step === 'finished') finishedDatabases.add(database)
    if (typeof step === 'string') break
    tasks += step
  }
  return tasks
}

/** Processes the next tasks of one organization and returns their number. */
async function fillBatch(trx: Db): Promise<number | 'finished' | 'locked'> {
  const position = await lockBackfillPosition(trx)
  if (!position) return (await isBackfillFinished(trx)) ? 'finished' : 'locked'
  const { after_org, after_id } = position
  const tasks = await lockNextTasks(trx, after_org, after_id, BATCH_TASKS)
  if (tasks.length > 0) {
    const ids = tasks.map((task) => task.task_id)
    const changes = await listPastChanges(trx, after_org, ids)
    const sections = await findProjectSectionIds(trx, after_org, listSectionIds(changes))
    const isProjectSection = (id: unknown) => typeof id === 'string' && sections.has(id)
    const spans = tasks.flatMap((task) => buildSpans(task, changes, isProjectSection))
    await replaceSpans(trx, after_org, ids, spans)
  }
  const last = tasks.at(-1)
  const nextOrg = tasks.length === BATCH_TASKS ? after_org : await findNextOrganization(trx, after_org)
  const after = tasks.length === BATCH_TASKS ? last!.task_id : ''
  await saveBackfillPosition(trx, nextOrg === undefined ? undefined : { after_org: nextOrg, after_id: after })
  return tasks.length
}

const listSectionIds = (changes: readonly PastChange[]): string[] => [
  ...new Set(
    changes
      .flatMap(({ before, after }) => [before?.section_id, after.section_id])
      .filter((id): id is string => typeof id === 'string'),
  ),
]
