import { sumOverOrgs } from '../db/citus/per-org.ts'
import { sql, orgEquals } from '../db/sql.ts'
import type { Dependencies } from '../core/dependencies.ts'

const RETENTION_DAYS = 90
const BATCH_SIZE = 1000
/** Maximum number of batches per run, so that a backlog does not delay shutdown. */
const MAX_BATCHES = 200

const selectOrgsWithOld = (before: string) => sql<{ org_id: string }>`
  select distinct org_id from notifications where updated_at < ${before}`

const buildDelete = (before: string, orgId?: string) => sql<{ deleted: number }>`
  with old as (
    delete from notifications n using (
      select o.org_id, o.notification_id from notifications o
      where ${orgEquals('o.org_id', orgId)} and o.updated_at < ${before}
      order by o.updated_at ${sql.raw(`limit ${BATCH_SIZE}`)} for update skip locked) aged
    where ${orgEquals('n.org_id', orgId)} and n.org_id = aged.org_id and n.notification_id = aged.notification_id
    returning n.org_id, n.notification_id),
  causes as (
    delete from notification_causes c using old
    where ${orgEquals('c.org_id', orgId)} and c.org_id = old.org_id and c.notification_id = old.notification_id)
  select count(*)::int as deleted from old`

export async function deleteOldNotifications({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock() - RETENTION_DAYS * 24 * 60 * 60 * 1000).toISOString()
  return sumOverOrgs(database, selectOrgsWithOld(before), async (orgId) => {
    let deleted = 0
    for (let batches = 0, deletedRows = BATCH_SIZE; deletedRows === BATCH_SIZE && batches < MAX_BATCHES; batches++) {
      const [row] = await database.db.query(buildDelete(before, orgId))
      deletedRows = row!.deleted
      deleted += deletedRows
    }
    return deleted
  })
}
