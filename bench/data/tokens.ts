import type { ClientBase } from 'pg'
import { newId } from '../../src/core/ids.ts'
import { generateAccessToken, hashAccessToken, getTokenPrefix } from '../../src/auth/token-format.ts'
import { callers, members, orgId } from './organization.ts'

export type CallerName = keyof typeof callers

const insertSql = `
  insert into access_tokens (org_id, token_id, token_hash, token_prefix, principal_user_id, created_by, name,
    name_key, kind, grant_type, scopes, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5, 'bench', 'bench', 'live', 'personal', $6, now(), now())`

export async function createToken(
  client: ClientBase,
  { org_id, user_id }: { org_id: string; user_id: string },
  scopes: string[],
): Promise<string> {
  const token = generateAccessToken('live')
  const id = newId('TK', Date.now())
  await client.query(insertSql, [org_id, id, hashAccessToken(token), getTokenPrefix(token), user_id, scopes])
  return token
}

const DEFAULT_SCOPES = ['tasks:read', 'tasks:write', 'projects:read']

export async function createTokens(client: ClientBase): Promise<Record<CallerName, string>> {
  const create = (name: CallerName, scopes = DEFAULT_SCOPES) =>
    createToken(client, { org_id: orgId, user_id: callers[name].user_id }, scopes)
  return {
    admin: await create('admin', ['admin']),
    member: await create('member'),
    guest: await create('guest'),
  }
}

/** Number of users in cases with several. */
const USERS = 16

/** Returns tokens of different plain members. */
export async function createUserTokens(client: ClientBase): Promise<string[]> {
  const tokens: string[] = []
  for (const { user_id } of members.filter((person) => person.role === 'member').slice(0, USERS))
    tokens.push(await createToken(client, { org_id: orgId, user_id }, DEFAULT_SCOPES))
  return tokens
}
