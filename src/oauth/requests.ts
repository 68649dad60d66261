import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Services } from '../kernel/services/services.ts'
import { notAllowed, type Answer } from './awaiting.ts'
import { credentialHash } from './credentials.ts'
import type { Library } from './library.ts'
import { now, without, type Model, type Payload } from './model.ts'

/** Authorization requests that wait for a person's answer. Their id is in a cookie, so only its hash is kept. */
export function requests(services: Services, { errors }: Library): Model {
  const { db } = services.database
  return {
    async upsert(id, payload, expiresIn) {
      const stored = JSON.stringify({
        ...without(payload, 'jti'),
        returnTo: String(payload.returnTo).replace(id, ':id'),
      })
      await db.query(sql`
        insert into oauth_requests (request_hash, payload, expires_at)
        values (${credentialHash(id)}, ${stored}, ${now(services, expiresIn)})`)
    },
    async find(id) {
      const [row] = await db.lookUp(sql<{ payload: Payload }>`
        select payload from oauth_requests
        where request_hash = ${credentialHash(id)} and expires_at > ${now(services)}`)
      if (!row) return undefined
      return { ...row.payload, jti: id, returnTo: String(row.payload.returnTo).replace(':id', id) }
    },
    // The library asks for this once the person is on the way back to the app; of two such ways at once one is refused.
    async destroy(id) {
      const gone = await db.query(
        sql`delete from oauth_requests where request_hash = ${credentialHash(id)} returning 1`,
      )
      if (gone.length === 0) throw new errors.SessionNotFound('the request was answered already')
    },
  }
}

/** Notes that somebody signed in for a request, so that an app that asks for a new sign-in causes only one. */
export const noteSignIn = (db: Db, id: string, accountId: string): Promise<unknown[]> =>
  db.query(sql`
    update oauth_requests
    set payload = payload || ${JSON.stringify({ lastSubmission: { login: { accountId } } })}::jsonb
    where request_hash = ${credentialHash(id)}`)

/** An answer as the library goes on from it. */
const resultOf = (answer: Answer) =>
  answer === 'denied'
    ? { result: { error: 'access_denied', error_description: notAllowed }, scope: null }
    : {
        result: { login: { accountId: answer.accountId }, consent: { grantId: answer.grantId } },
        scope: answer.scope,
      }

/**
 * Notes the answer to a request; false when it was answered before or waits no more. It belongs into the transaction in
 * which what was allowed is stored.
 */
export async function decideRequest(db: Db, id: string, at: string, answer: Answer): Promise<boolean> {
  const { result, scope } = resultOf(answer)
  const decided = await db.query(sql`
    update oauth_requests set decided_at = ${at},
      payload = jsonb_set(payload || ${JSON.stringify({ result })}::jsonb, '{params,scope}',
        coalesce(${scope === null ? null : JSON.stringify(scope)}::jsonb, payload #> '{params,scope}', 'null'))
    where request_hash = ${credentialHash(id)} and decided_at is null and expires_at > ${at} returning 1`)
  return decided.length > 0
}
