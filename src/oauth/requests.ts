import { lookUp, query, type Db } from '../db/database.ts'
import type { Services } from '../kernel/services/services.ts'
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
      await query(db, 'INSERT INTO oauth_requests (request_hash, payload, expires_at) VALUES ($1, $2, $3)', [
        credentialHash(id),
        stored,
        now(services, expiresIn),
      ])
    },
    async find(id) {
      const [row] = await lookUp<{ payload: Payload }>(
        db,
        'SELECT payload FROM oauth_requests WHERE request_hash = $1 AND expires_at > $2',
        [credentialHash(id), now(services)],
      )
      if (!row) return undefined
      return { ...row.payload, jti: id, returnTo: String(row.payload.returnTo).replace(':id', id) }
    },
    // Asked for once the person is on the way back to the app; of two at once, one leads there.
    async destroy(id) {
      const gone = await query(db, 'DELETE FROM oauth_requests WHERE request_hash = $1 RETURNING 1', [
        credentialHash(id),
      ])
      if (gone.length === 0) throw new errors.SessionNotFound('the request was answered already')
    },
  }
}

/** Notes that somebody signed in for a request, so that an app that wants that anew gets it once. */
export const noteSignIn = (db: Db, id: string, accountId: string): Promise<unknown[]> =>
  query(db, 'UPDATE oauth_requests SET payload = payload || $2::jsonb WHERE request_hash = $1', [
    credentialHash(id),
    JSON.stringify({ lastSubmission: { login: { accountId } } }),
  ])

/**
 * Notes the answer to a request: once only, and only while it waits. Part of the transaction in which what was allowed
 * is stored.
 */
export async function decideRequest(
  db: Db,
  id: string,
  at: string,
  answer: { result: object; scope?: string },
): Promise<boolean> {
  const decided = await query(
    db,
    `UPDATE oauth_requests SET decided_at = $2, payload = jsonb_set(payload || $3::jsonb, '{params,scope}',
       coalesce(to_jsonb($4::text), payload #> '{params,scope}', 'null'))
     WHERE request_hash = $1 AND decided_at IS NULL AND expires_at > $2 RETURNING 1`,
    [credentialHash(id), at, JSON.stringify({ result: answer.result }), answer.scope ?? null],
  )
  return decided.length > 0
}
