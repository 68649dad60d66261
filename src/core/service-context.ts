import { Caller } from './caller.ts'
import { Context } from './context.ts'
import type { Db } from '../db/database.ts'
import type { Dependencies } from './dependencies.ts'

/** User id that no user has. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Principal of changes that the service makes by itself. Its empty name is stored as null. */
const service = {
  user_id: NIL_UUID,
  kind: 'service_account',
  username: '',
  email: null,
  email_verified: false,
} as const

/** Returns a context in which the service itself writes in an organization, with the rights of its owner. */
export const createServiceContext = (
  services: Dependencies,
  db: Db,
  { orgId, millis = services.clock() }: { orgId: string; millis?: number },
): Context =>
  new Context({
    db,
    database: services.database,
    caller: new Caller(service, [{ org_id: orgId, org_name: '', role: 'owner' }], null),
    requestId: '',
    ip: null,
    userAgent: null,
    millis,
    inTransaction: true,
    services,
  })
