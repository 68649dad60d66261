import type { ClientBase } from 'pg'
import { newId } from '../src/core/ids.ts'
import { generateAccessToken, hashAccessToken, getTokenPrefix } from '../src/auth/token-format.ts'
import { callers, members, orgId } from './organization.ts'

export type CallerName = keyof typeof callers

const statement = `
  insert into access_tokens (org_id, token_id, token_hash, token_prefix, principal_user_id, created_by, name,
    name_key, kind, grant_type, scopes, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5, 'bench', 'bench', 'live', 'personal', $6, now(), now())`

/** A new access token of a person, as minting would have stored it. */
export async function storeToken(
  client: ClientBase,
  { org_id, user_id }: { org_id: string; user_id: string },
  scopes: string[],
): Promise<string> {
  const token = generateAccessToken('live')
  const id = newId('TK', Date.now())
  await client.query(statement, [org_id, id, hashAccessToken(token), getTokenPrefix(token), user_id, scopes])
  return token
}

const ordinary = ['tasks:read', 'tasks:write', 'projects:read']

/** An access token for each of the callers. */
export async function makeTokens(client: ClientBase): Promise<Record<CallerName, string>> {
  const tokenOf = (name: CallerName, scopes = ordinary) =>
    storeToken(client, { org_id: orgId, user_id: callers[name].user_id }, scopes)
  return {
    admin: await tokenOf('admin', ['admin']),
    member: await tokenOf('member'),
    guest: await tokenOf('guest'),
  }
}

/** How many people ask, where it is not one alone. */
const many = 16

/** Access tokens of plain members, each somebody else's. */
export async function tokensOfPeople(client: ClientBase): Promise<string[]> {
  const tokens: string[] = []
  for (const { user_id } of members.filter((person) => person.role === 'member').slice(0, many))
    tokens.push(await storeToken(client, { org_id: orgId, user_id }, ordinary))
  return tokens
}
