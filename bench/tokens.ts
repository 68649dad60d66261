import { newId } from '../src/kernel/ids.ts'
import { newToken, tokenHash, tokenPrefix } from '../src/kernel/tokens.ts'
import { connected } from './connected.ts'
import { callers, orgId } from './organization.ts'

export type CallerName = keyof typeof callers

/** An access token for each of the callers, as minting would have stored it. */
export async function makeTokens(url: string): Promise<Record<CallerName, string>> {
  const tokens = { admin: newToken('live'), member: newToken('live'), guest: newToken('live') }
  const statement = `
    insert into access_tokens (org_id, token_id, token_hash, token_prefix, principal_user_id, created_by, name,
      name_key, kind, grant_type, scopes, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $5, 'bench', 'bench', 'live', 'personal', $6, now(), now())`
  await connected(url, async (client) => {
    for (const [name, token] of Object.entries(tokens)) {
      const { user_id } = callers[name as CallerName]
      const scopes = name === 'admin' ? ['admin'] : ['tasks:read', 'tasks:write', 'projects:read']
      const id = newId('TK', Date.now())
      await client.query(statement, [orgId, id, tokenHash(token), tokenPrefix(token), user_id, scopes])
    }
  })
  return tokens
}
