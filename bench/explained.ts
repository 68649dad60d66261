import type { Client } from 'pg'
import { Api } from './api.ts'
import { connected } from './connected.ts'
import { startService } from './site.ts'
import { makeTokens, type CallerName } from './tokens.ts'

/** Every statement is told to the server's log with its plan; statements are then kept as the service keeps them. */
const explaining = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
]

/** Calls of a caller, or of whoever has a token. */
type ApiOf = (caller: CallerName | { token: string }) => Api

/**
 * Runs `work` against a service of its own whose statements are explained as they run. It does nothing by itself, unless it
 * is given another `role`.
 */
export async function explained<T>(
  databaseUrl: string,
  work: (apiOf: ApiOf, client: Client) => Promise<T>,
  role = 'api',
): Promise<T> {
  const tokens = await connected(databaseUrl, makeTokens)
  const options = encodeURIComponent(explaining.map((one) => `-c ${one}`).join(' '))
  const service = await startService(`${databaseUrl}?options=${options}`, { DATABASE_POOL: '1', ROLE: role })
  const apiOf: ApiOf = (caller) =>
    new Api(`http://127.0.0.1:${service.port}`, typeof caller === 'string' ? tokens[caller] : caller.token)
  try {
    return await connected(databaseUrl, (client) => work(apiOf, client))
  } finally {
    await service.stop()
  }
}
