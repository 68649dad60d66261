import { createHmac } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { sql, type Sql, orgEquals } from '../../db/sql.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { ACCESS_DENIED_DESCRIPTION, type ConsentDecision } from '../consent/pending-authorization.ts'
import { hashCredential, findCredential, type CredentialKind } from '../tokens/credentials.ts'
import type { TokenRequest } from '../tokens/issue.ts'
import type { ProviderLibrary } from '../oidc-provider-types.ts'
import { toProviderExpiry, toIsoTime, type StorageModel } from '../storage-model.ts'

/** Grant type of device access token requests (RFC 8628, section 3.4). */
export const DEVICE_GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'

export const DEVICE_PATH = '/oauth/device'

/** Lifetime of codes and minimum polling interval, in seconds. */
export const deviceCodeSeconds = { code: 15 * 60, poll: 5 } as const

/** Tolerates polls that are early by this many seconds, since latency varies. */
const POLL_TOLERANCE_SECONDS = 1
/** Minimum time that a device has to fetch its tokens after a decision, in seconds. */
const MIN_FETCH_SECONDS = 60

/** Matches user codes: consonants only, which cannot form words (RFC 8628, section 6.1). */
const userCodePattern = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

export function normalizeUserCode(entered: string): string | undefined {
  const letters = entered
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  return userCodePattern.test(letters) ? letters : undefined
}

export const formatUserCode = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`

/** Returns the HMACs of a user code under each key of the ring, the current one first. */
const hashUserCode = ({ keyring }: Dependencies, letters: string): Buffer[] =>
  keyring.deriveKeys('oauth-user-code').map((key) => createHmac('sha256', key).update(letters).digest())

interface PolledDevice {
  client_id: string
  resources: string[]
  created_at: string
  expires_at: string
  decided_at: string | null
  polled_too_early: boolean
  grant_id: string | null
  user_id: string | null
  scopes: string[] | null
  consumed_at: string | null
}

/** Creates the storage model of device codes. oidc-provider looks a code up on each poll. */
export function createDeviceCodeModel(
  services: Dependencies,
  { errors }: ProviderLibrary,
  getIssue: () => Partial<TokenRequest>,
): StorageModel {
  const { db } = services.database
  return {
    async upsert(id, { clientId, userCode, params, deviceInfo }) {
      const { scope, resource } = params as { scope: string; resource: string | string[] }
      const { ip, userAgent } = deviceInfo as { ip: string; userAgent?: string }
      await db.query(sql`
        insert into oauth_device_codes (device_hash, user_code_hash, client_id, scope, resources, ip, user_agent,
          poll_seconds, created_at, expires_at)
        values (${hashCredential(id)}, ${hashUserCode(services, String(userCode))[0]!}, ${String(clientId)}, ${scope},
          ${[resource].flat()}, ${ip}, ${userAgent ?? null}, ${deviceCodeSeconds.poll}, ${toIsoTime(services)},
          ${toIsoTime(services, deviceCodeSeconds.code)})`)
    },
    async find(id) {
      const row = await recordPoll(services, id)
      if (!row) return undefined
      if (row.polled_too_early) throw new errors.SlowDown()
      return {
        jti: id,
        kind: 'DeviceCode',
        clientId: row.client_id,
        resource: row.resources,
        iat: Math.floor(Date.parse(row.created_at) / 1000),
        exp: toProviderExpiry(services, row.expires_at),
        ...(row.decided_at !== null && toOutcome(row)),
      }
    },
    async consume(id) {
      getIssue().consumed = id
    },
  }
}

const toOutcome = ({ grant_id, user_id, scopes, consumed_at }: PolledDevice) =>
  grant_id === null
    ? { error: 'access_denied', errorDescription: ACCESS_DENIED_DESCRIPTION }
    : {
        grantId: grant_id,
        accountId: user_id,
        scope: scopes!.join(' '),
        ...(consumed_at !== null && { consumed: Math.floor(Date.parse(consumed_at) / 1000) }),
      }

/**
 * Records a poll and returns the decision. Polls that are too early increase the interval by 5 seconds (RFC 8628,
 * section 3.5), unless there is a decision.
 */
async function recordPoll({ database, clock }: Dependencies, id: string): Promise<PolledDevice | undefined> {
  const { db, sharded } = database
  const at = toIsoTime({ clock })
  const kind: CredentialKind = 'device_code'
  const pollSql = (grantColumns: Sql) => sql<PolledDevice>`
    with locked as (
      select device_hash, coalesce(decided_at is null and expires_at > ${at}
        and polled_at + make_interval(secs => poll_seconds - ${POLL_TOLERANCE_SECONDS}) > ${at}, false) as polled_too_early
      from oauth_device_codes where device_hash = ${hashCredential(id)} for no key update),
    polled as (
      update oauth_device_codes d set polled_at = ${at},
        poll_seconds = least(d.poll_seconds + case when h.polled_too_early then ${deviceCodeSeconds.poll}::int else 0 end, 3600)
      from locked h where d.device_hash = h.device_hash
      returning d.device_hash, d.client_id, d.resources, d.created_at, d.expires_at, d.decided_at, h.polled_too_early)
    select d.client_id, d.resources, d.created_at, d.expires_at, d.decided_at, d.polled_too_early, ${grantColumns}`
  const noGrant = sql`null as grant_id, null as user_id, null as scopes, null as consumed_at from polled d`
  const joinedGrant = sql`c.grant_id, g.user_id, g.scopes, c.consumed_at
    from polled d left join oauth_credentials c on c.credential_hash = d.device_hash and c.kind = ${kind}
    left join oauth_grants g on g.grant_id = c.grant_id and g.org_id is not null`
  const [row] = await db.query(pollSql(sharded ? noGrant : joinedGrant))
  return row && sharded ? { ...row, ...(await findDeviceGrant(db, kind, id)) } : row
}

async function findDeviceGrant(db: Db, kind: CredentialKind, id: string) {
  const credential = await findCredential(db, kind, id)
  if (!credential) return undefined
  const { grant_id, org_id, consumed_at } = credential
  const [grant] = await db.query(sql<Pick<PolledDevice, 'user_id' | 'scopes'>>`
    select user_id, scopes from oauth_grants
    where ${orgEquals('org_id', org_id ?? undefined)} and grant_id = ${grant_id}`)
  return { grant_id, consumed_at, ...grant }
}

interface WaitingDevice {
  client_id: string
  scope: string
  resources: string[]
  ip: string
  user_agent: string | null
  created_at: string
}

export const findWaitingDevice = (services: Dependencies, letters: string) =>
  services.database.db.queryRowByKey(sql<WaitingDevice>`
    select client_id, scope, resources, ip, user_agent, created_at from oauth_device_codes
    where user_code_hash = any(${hashUserCode(services, letters)}::bytea[]) and decided_at is null
      and expires_at > ${toIsoTime(services)}`)

export async function decideDevice(
  services: Dependencies,
  db: Db,
  letters: string,
  at: string,
  decision: ConsentDecision,
): Promise<boolean> {
  const until = new Date(Date.parse(at) + MIN_FETCH_SECONDS * 1000).toISOString()
  const kind: CredentialKind = 'device_code'
  const decided = sql<{ device_hash: Buffer; expires_at: string }>`
    update oauth_device_codes set decided_at = ${at}, expires_at = greatest(expires_at, ${until})
    where user_code_hash = any(${hashUserCode(services, letters)}::bytea[]) and decided_at is null
      and expires_at > ${at} returning device_hash, expires_at`
  if (decision === 'denied') return (await db.query(decided)).length > 0
  const insertCredentialSql = (device: Sql) => sql`
    insert into oauth_credentials (credential_hash, kind, grant_id, org_id, payload, expires_at, created_at)
    select device_hash, ${kind}, ${decision.grantId}, ${decision.orgId}::uuid, '{}', expires_at, ${at}::timestamptz
    from ${device} returning 1`
  if (!services.database.sharded)
    return (await db.query(sql`with decided as (${decided}) ${insertCredentialSql(sql`decided`)}`)).length > 0
  const [device] = await db.query(decided)
  if (!device) return false
  await db.query(
    insertCredentialSql(sql`(select ${device.device_hash}::bytea as device_hash,
      ${device.expires_at}::timestamptz as expires_at) d`),
  )
  return true
}
