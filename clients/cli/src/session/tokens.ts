import { authError, CliError } from '../errors.ts'
import { credentialsLock, readCredentials, writeCredentials, type Credentials } from '../config/contexts.ts'
import { withLock } from '../config/lock.ts'
import { postForm } from '../login/endpoints.ts'

/** Renewed this long before it would be refused. */
const early = 30_000

/**
 * The access token of a context, renewed when its time is over or the server has refused it. One process renews at a
 * time, since a refresh token that is used twice ends the connection; the others take what it wrote.
 */
export async function accessToken(env: NodeJS.ProcessEnv, name: string, refused?: string): Promise<string> {
  const current = credentialsOf(env, name)
  if (isGood(current, refused)) return current.access_token
  return withLock(credentialsLock(env), async () => {
    const now = credentialsOf(env, name)
    if (isGood(now, refused)) return now.access_token
    const renewed = await renew(name, now)
    writeCredentials(env, name, renewed)
    return renewed.access_token
  })
}

function credentialsOf(env: NodeJS.ProcessEnv, name: string): Credentials {
  const credentials = readCredentials(env)[name]
  if (!credentials) throw authError(`You are not signed in as ${JSON.stringify(name)}: svc login`)
  return credentials
}

function isGood({ access_token, expires_at }: Credentials, refused: string | undefined): boolean {
  return access_token !== refused && (expires_at === undefined || Date.now() < expires_at - early)
}

async function renew(name: string, credentials: Credentials): Promise<Credentials> {
  const { refresh_token, token_endpoint, client_id } = credentials
  if (!refresh_token || !token_endpoint || !client_id)
    throw authError(`The token of ${JSON.stringify(name)} is no longer taken: svc login`)
  const form = { grant_type: 'refresh_token', refresh_token, client_id }
  // Sent once more where no answer came: the server gives the holder of the latest token a second chance.
  const answer = await postForm(token_endpoint, form).catch(() => postForm(token_endpoint, form))
  if (answer.status === 400 || answer.status === 401)
    throw authError(`Your sign-in as ${JSON.stringify(name)} has ended: svc login`)
  if (answer.status !== 200)
    throw new CliError(`${token_endpoint} answered ${answer.status}: try again in a moment`)
  return { ...credentials, ...tokensOf(answer.body, Date.now()) }
}

interface TokenAnswer {
  access_token: string
  expires_in?: number
  refresh_token?: string
  scope?: string
}

/** The part of credentials that an answer of the token endpoint brings. */
export function tokensOf(body: unknown, now: number): Partial<Credentials> & { access_token: string } {
  const { access_token, expires_in, refresh_token, scope } = body as TokenAnswer
  return {
    access_token,
    ...(expires_in !== undefined && { expires_at: now + expires_in * 1000 }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...(scope !== undefined && { scope }),
  }
}
