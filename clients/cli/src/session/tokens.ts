import { authError, CliError } from '../errors.ts'
import { getCredentialsLock, readCredentials, writeCredentials, type Credentials } from '../config/contexts.ts'
import { withLock } from '../config/lock.ts'
import { postForm } from '../login/endpoints.ts'

/** Refreshes tokens this long before they expire. */
const REFRESH_MARGIN_MS = 30_000

/**
 * Returns the access token of a context, refreshed if it has expired or the server has rejected it. Locked, since using
 * a refresh token twice revokes the connection.
 */
export async function getAccessToken(env: NodeJS.ProcessEnv, name: string, rejected?: string): Promise<string> {
  const current = requireCredentials(env, name)
  if (isUsable(current, rejected)) return current.access_token
  return withLock(getCredentialsLock(env), async () => {
    const now = requireCredentials(env, name)
    if (isUsable(now, rejected)) return now.access_token
    const refreshed = await refresh(name, now)
    writeCredentials(env, name, refreshed)
    return refreshed.access_token
  })
}

function requireCredentials(env: NodeJS.ProcessEnv, name: string): Credentials {
  const credentials = readCredentials(env)[name]
  if (!credentials)
    throw authError(`There are no credentials for context ${JSON.stringify(name)}. Sign in again: svc login`)
  return credentials
}

function isUsable({ access_token, expires_at }: Credentials, rejected: string | undefined): boolean {
  return access_token !== rejected && (expires_at === undefined || Date.now() < expires_at - REFRESH_MARGIN_MS)
}

async function refresh(name: string, credentials: Credentials): Promise<Credentials> {
  const { refresh_token, token_endpoint, client_id } = credentials
  if (!refresh_token || !token_endpoint || !client_id)
    throw authError(`The token of context ${JSON.stringify(name)} is no longer valid. Sign in again: svc login`)
  const form = { grant_type: 'refresh_token', refresh_token, client_id }
  // Retried without a response: the server accepts the latest refresh token a second time.
  const response = await postForm(token_endpoint, form).catch(() => postForm(token_endpoint, form))
  if (response.status === 400 || response.status === 401)
    throw authError(`The sign-in of context ${JSON.stringify(name)} has ended. Sign in again: svc login`)
  if (response.status !== 200) throw new CliError(`${token_endpoint} returned ${response.status}. Try again later.`)
  return { ...credentials, ...toCredentials(response.body, Date.now()) }
}

interface TokenResponse {
  access_token: string
  expires_in?: number
  refresh_token?: string
  scope?: string
}

/** Converts a token response to credentials. */
export function toCredentials(body: unknown, now: number): Partial<Credentials> & { access_token: string } {
  const { access_token, expires_in, refresh_token, scope } = body as TokenResponse
  return {
    access_token,
    ...(expires_in !== undefined && { expires_at: now + expires_in * 1000 }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...(scope !== undefined && { scope }),
  }
}
