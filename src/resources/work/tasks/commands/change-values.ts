import { sumOverOrgs } from '../../../../db/citus/per-org.ts'
import type { Transaction } from '../../../../db/database.ts'
import type { ChangeEvent } from '../../../../core/change-event.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { commitSystemEvents } from '../../../../events/log.ts'
import { hasField, listValueKeys } from '../../fields/kinds.ts'
import * as queries from '../queries/value-changes.ts'
import { replaceOption } from '../rules.ts'

const BATCH_TASKS = 200
/** Maximum number of transactions per run, so that a shutdown does not wait long; the next run continues. */
const MAX_BATCHES = 50

/** Deletes and replaces values of custom fields as requested, and returns the number of tasks. */
export const changeFieldValues = (services: Dependencies): Promise<number> =>
  sumOverOrgs(services.database, queries.selectOrgsWithValueChanges(), async (orgId) => {
    let count = 0
    for (let i = 0; i < MAX_BATCHES; i++) {
      const tasks = await services.database.transaction((trx) => changeBatch(services, trx, orgId))
      if (tasks === undefined) break
      count += tasks
    }
    return count
  })

/** Changes the next tasks and returns their number; undefined if nothing is left to do. */
async function changeBatch(services: Dependencies, trx: Transaction, orgId?: string): Promise<number | undefined> {
  const change = await queries.lockNextValueChange(trx, orgId)
  if (!change) return undefined
  const holders = await queries.lockValueHolders(trx, change, BATCH_TASKS)
  if (holders.length === 0) {
    await queries.deleteValueChange(trx, change)
    return 0
  }
  const values = holders.map(({ task_id, project_id, value }) => ({
    task_id,
    value: replaceOption(value, change.option, change.replace_by),
    raises: hasField(change, project_id),
  }))
  await queries.saveValues(trx, change, values, new Date(services.clock()).toISOString())
  const indexed = values.map(({ task_id, value }) => ({
    task_id,
    keys: value === null ? [] : listValueKeys(change.type, value),
  }))
  await queries.replaceValueKeys(trx, change, indexed)
  const events = holders.flatMap((holder, i) =>
    values[i]!.raises && !holder.deleted ? [buildValueEvent(change, holder, values[i]!)] : [],
  )
  await commitSystemEvents(services, trx, events)
  return holders.length
}

const buildValueEvent = (
  { org_id, key, option }: queries.ValueChange,
  { task_id, project_id, value }: queries.ValueHolder,
  next: queries.NewValue,
): ChangeEvent => ({
  org_id,
  type: 'task.updated',
  resource_type: 'task',
  resource_id: task_id,
  project_id,
  cause: option === '' ? 'field.archived' : 'field.updated',
  before: { custom: { [key]: value } },
  after: { custom: { [key]: next.value } },
})
