import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { ACCESS_DENIED_DESCRIPTION, type ConsentDecision } from './pending-authorization.ts'
import { hashCredential } from '../tokens/credentials.ts'
import type { ProviderLibrary } from '../oidc-provider-types.ts'
import { toIsoTime, omitKeys, type StorageModel, type ModelPayload } from '../storage-model.ts'

/** Creates the storage model of pending authorization requests. Their id is in a cookie, so only its hash is stored. */
export function createInteractionModel(services: Dependencies, { errors }: ProviderLibrary): StorageModel {
  const { db } = services.database
  return {
    async upsert(id, payload, expiresIn) {
      const stored = JSON.stringify({
        ...omitKeys(payload, 'jti'),
        returnTo: String(payload.returnTo).replace(id, ':id'),
      })
      await db.query(sql`
        insert into oauth_requests (request_hash, payload, expires_at)
        values (${hashCredential(id)}, ${stored}, ${toIsoTime(services, expiresIn)})`)
    },
    async find(id) {
      const [row] = await db.queryByKey(sql<{ payload: ModelPayload }>`
        select payload from oauth_requests
        where request_hash = ${hashCredential(id)} and expires_at > ${toIsoTime(services)}`)
      if (!row) return undefined
      return { ...row.payload, jti: id, returnTo: String(row.payload.returnTo).replace(':id', id) }
    },
    // Called on the redirect back to the app; of two concurrent redirects, one fails.
    async destroy(id) {
      const deleted = await db.query(
        sql`delete from oauth_requests where request_hash = ${hashCredential(id)} returning 1`,
      )
      if (deleted.length === 0) throw new errors.SessionNotFound('the request was already completed')
    },
  }
}

/** Records the sign-in for a request, so that an app that requires a new sign-in causes only one. */
export const recordRequestSignIn = (db: Db, id: string, accountId: string): Promise<unknown[]> =>
  db.query(sql`
    update oauth_requests
    set payload = payload || ${JSON.stringify({ lastSubmission: { login: { accountId } } })}::jsonb
    where request_hash = ${hashCredential(id)}`)

const toResult = (decision: ConsentDecision) =>
  decision === 'denied'
    ? { result: { error: 'access_denied', error_description: ACCESS_DENIED_DESCRIPTION }, scope: null }
    : {
        result: { login: { accountId: decision.accountId }, consent: { grantId: decision.grantId } },
        scope: decision.scope,
      }

export async function decideRequest(db: Db, id: string, at: string, decision: ConsentDecision): Promise<boolean> {
  const { result, scope } = toResult(decision)
  const decided = await db.query(sql`
    update oauth_requests set decided_at = ${at},
      payload = jsonb_set(payload || ${JSON.stringify({ result })}::jsonb, '{params,scope}',
        coalesce(${scope === null ? null : JSON.stringify(scope)}::jsonb, payload #> '{params,scope}', 'null'))
    where request_hash = ${hashCredential(id)} and decided_at is null and expires_at > ${at} returning 1`)
  return decided.length > 0
}
