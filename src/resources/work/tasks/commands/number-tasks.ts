import { sumOverOrgs } from '../../../../db/citus/per-org.ts'
import type { Database } from '../../../../db/database.ts'
import { sql, orgEquals } from '../../../../db/sql.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'

const BATCH_SIZE = 500
/** Maximum number of batches per run, so that a long backlog does not delay shutdown. */
const MAX_BATCHES = 50

const numbered = new WeakSet<Database>()

/**
 * Stores the numbers that a migration assigned to the tasks of that time; returns how many. Versions stay, because no
 * client changed the tasks.
 */
export async function storeTaskNumbers({ database }: Pick<Dependencies, 'database'>): Promise<number> {
  if (numbered.has(database)) return 0
  const unnumbered = sql<{ org_id: string }>`
    select distinct org_id from tasks where number is null and project_id is not null`
  const stored = await sumOverOrgs(database, unnumbered, async (orgId) => {
    let sum = 0
    for (let batch = 0, size = BATCH_SIZE; size === BATCH_SIZE && batch < MAX_BATCHES; batch++, sum += size)
      size = await storeBatch(database, orgId)
    return sum
  })
  // A trigger numbers all other tasks.
  if (stored === 0) numbered.add(database)
  return stored
}

async function storeBatch({ db }: Database, orgId?: string): Promise<number> {
  const rows = await db.query(sql`
    update tasks t set number = k.number
    from (select n.org_id, n.task_id from tasks n
        where ${orgEquals('n.org_id', orgId)} and n.number is null and n.project_id is not null
        limit ${BATCH_SIZE} for update skip locked) b
      join task_keys k on k.org_id = b.org_id and k.task_id = b.task_id
    where ${orgEquals('t.org_id', orgId)} and t.org_id = b.org_id and t.task_id = b.task_id
      and k.project_id = t.project_id
    returning t.task_id`)
  return rows.length
}
