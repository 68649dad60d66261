import type { Database } from '../db/database.ts'
import { mostListed, sql } from '../db/sql.ts'
import type { OrgRole, TokenGrant, User } from '../kernel/caller.ts'
import { policyColumns, type TokenPolicy } from './token-policy.ts'

/** An access token, its principal and organization, as they are now. Not yet judged. */
export interface TokenFound extends TokenGrant, TokenPolicy, Omit<User, 'kind'> {
  user_kind: User['kind']
  revoked_at: string | null
  role: OrgRole
  is_active: boolean
  member_deleted_at: string | null
  org_name: string
  org_deleted_at: string | null
  created_at: string
}

const findTokens = (hashes: Buffer[]) => sql<TokenFound & { hash: string }>`
  select encode(t.token_hash, 'hex') as hash, t.token_id, t.org_id, t.kind, t.grant_type, t.scopes, t.project_ids,
    t.expires_at, t.revoked_at, t.client_id, t.created_at, ${policyColumns},
    u.user_id, u.kind as user_kind, u.username, u.email, u.email_verified,
    m.role, m.is_active, m.deleted_at as member_deleted_at, o.name as org_name, o.deleted_at as org_deleted_at
  from access_tokens t
  join users u on u.user_id = t.principal_user_id
  join organization_members m on m.org_id = t.org_id and m.user_id = t.principal_user_id
  join organizations o on o.org_id = t.org_id
  left join organization_settings s on s.org_id = t.org_id
  where t.token_hash in (${sql.list(hashes)})`

/** Finds a token by the SHA-256 of it, in hex. The database is asked on every request; requests at once share a look-up. */
export function createTokenLookup(database: Database): (hash: string) => Promise<TokenFound | undefined> {
  const findSome = (hashes: string[]) =>
    database.db.lookUp(findTokens(hashes.map((hash) => Buffer.from(hash, 'hex'))))
  return batched(async (hashes) => {
    const parts = Array.from({ length: Math.ceil(hashes.length / mostListed) }, (_, i) =>
      hashes.slice(i * mostListed, (i + 1) * mostListed),
    )
    const found = (await Promise.all(parts.map(findSome))).flat()
    return new Map(found.map((row) => [row.hash, row]))
  })
}

/** Milliseconds after which the next statement no longer waits for a slow one. */
const longest = 20
const patience = () => new Promise((resolve) => setTimeout(resolve, longest).unref())

/**
 * Look-ups by key that share statements. One statement is under way at a time; whoever asks meanwhile waits for the
 * next, which asks for all their keys at once, each once. So every answer comes from a statement sent after it was asked
 * for, nobody is answered from the past, and a busy server asks a few times for what an idle one asks singly.
 */
function batched<R>(
  findMany: (keys: string[]) => Promise<Map<string, R>>,
): (key: string) => Promise<R | undefined> {
  let next: { keys: Set<string>; answer: Promise<Map<string, R>> } | undefined
  let underWay: Promise<unknown> | undefined
  const open = () => {
    const keys = new Set<string>()
    // What is read in one turn of the event loop goes out together even when nothing is under way.
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const answer = Promise.all([turn, underWay && Promise.race([underWay, patience()])]).then(() => {
      next = undefined
      const found = findMany([...keys])
      const ended = found.then(
        () => undefined,
        () => undefined,
      )
      underWay = ended
      void ended.then(() => (underWay = underWay === ended ? undefined : underWay))
      return found
    })
    return { keys, answer }
  }
  return async (key) => {
    next ??= open()
    next.keys.add(key)
    return (await next.answer).get(key)
  }
}
