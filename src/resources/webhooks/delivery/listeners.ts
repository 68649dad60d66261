import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import type { Hearer } from '../../events/access.ts'
import { mayOwn } from '../rows.ts'

/** An active webhook and its owner. */
export interface Listener extends Hearer {
  subscription_id: string
  events: string[]
  api_version: string
}

/** Returns the active webhooks of organizations whose owner may still have webhooks. */
export const findListeners = (db: Db, orgIds: readonly string[]): Promise<Listener[]> =>
  db.lookUp(sql<Listener>`
    select s.org_id, s.subscription_id, s.events, s.project_ids, s.api_version, s.owner_user_id as user_id,
      m.username, m.kind, m.role
    from webhook_subscriptions s
    join organization_members m on m.org_id = s.org_id and m.user_id = s.owner_user_id and ${mayOwn}
    where ${sql.among('s.org_id', orgIds)} and s.status = 'active' and s.deleted_at is null`)
