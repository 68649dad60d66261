import { wherever } from '../../db/by-organization.ts'
import { sql } from '../../db/sql.ts'
import { ofOrganization } from '../../kernel/sql.ts'
import type { Services } from '../../kernel/services/services.ts'

/** For so long after its latest cause a notification is kept. */
const keptDays = 90
const batch = 1000
/** One run of the job ends after so many, so that a long backlog never holds up a stop. The next run goes on. */
const mostBatches = 200

const withOld = (before: string) => sql<{ org_id: string }>`
  select distinct org_id from notifications where updated_at < ${before}`

/** Deletes a batch of old notifications with their causes. */
const deletion = (before: string, orgId?: string) => sql<{ deleted: number }>`
  with old as (
    delete from notifications n using (
      select o.org_id, o.notification_id from notifications o
      where ${ofOrganization('o.org_id', orgId)} and o.updated_at < ${before}
      order by o.updated_at ${sql.raw(`limit ${batch}`)} for update skip locked) aged
    where ${ofOrganization('n.org_id', orgId)} and n.org_id = aged.org_id and n.notification_id = aged.notification_id
    returning n.org_id, n.notification_id),
  causes as (
    delete from notification_causes c using old
    where ${ofOrganization('c.org_id', orgId)} and c.org_id = old.org_id and c.notification_id = old.notification_id)
  select count(*)::int as deleted from old`

/** Deletes notifications to which nothing was added for 90 days, in small batches; gives how many. */
export async function deleteOldNotifications({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock() - keptDays * 24 * 60 * 60 * 1000).toISOString()
  return wherever(database, withOld(before), async (orgId) => {
    let deleted = 0
    for (let batches = 0, gone = batch; gone === batch && batches < mostBatches; batches++) {
      const [row] = await database.db.query(deletion(before, orgId))
      gone = row!.deleted
      deleted += gone
    }
    return deleted
  })
}
