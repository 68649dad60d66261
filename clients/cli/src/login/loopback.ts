import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authError } from '../errors.ts'
import { clientId, postForm, resourcesOf, type Endpoints } from './endpoints.ts'

export interface Asking {
  url: string
  endpoints: Endpoints
  scopes: string[]
  signal: AbortSignal
}

/**
 * Signs in through a browser on this machine (RFC 8252): a listener on loopback takes the answer, and PKCE binds it to
 * this process. `show` is given the address to open.
 */
export async function signInByLoopback(asking: Asking, show: (address: string) => void): Promise<unknown> {
  const { url, endpoints, scopes, signal } = asking
  const verifier = random()
  const state = random()
  const answered = await listen(signal, state)
  try {
    const address = new URL(endpoints.authorization_endpoint)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const parameters = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: answered.redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    for (const resource of resourcesOf(url)) address.searchParams.append('resource', resource)
    show(address.href)
    const code = codeOf(await answered.query, endpoints)
    return await redeem(asking, { code, code_verifier: verifier, redirect_uri: answered.redirectUri })
  } finally {
    answered.close()
  }
}

const random = (): string => randomBytes(32).toString('base64url')

async function listen(signal: AbortSignal, state: string) {
  let take: (query: URLSearchParams) => void
  let refuse: (reason: unknown) => void
  const query = new Promise<URLSearchParams>((resolve, reject) => {
    take = resolve
    refuse = reject
  })
  const server = createServer((request, response) => {
    const found = queryOf(request, state)
    respond(response, found !== undefined, found?.has('code') ?? false)
    if (found) take(found)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  signal.addEventListener('abort', () => refuse(signal.reason), { once: true })
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeIdleConnections()
  }
  return { redirectUri: `http://127.0.0.1:${port}/callback`, query, close }
}

/** What the browser was sent back with. Whoever does not know the state is not answered to. */
function queryOf({ url, method }: IncomingMessage, state: string): URLSearchParams | undefined {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://127.0.0.1')
  const given = Buffer.from(searchParams.get('state') ?? '')
  const wanted = Buffer.from(state)
  const known = given.length === wanted.length && timingSafeEqual(given, wanted)
  return method === 'GET' && pathname === '/callback' && known ? searchParams : undefined
}

function respond(response: ServerResponse, known: boolean, allowed: boolean): void {
  const said = allowed ? 'You have allowed it. Go back to the terminal.' : 'Nothing was allowed.'
  response.writeHead(known ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    connection: 'close',
  })
  response.end(`<!doctype html><title>svc</title><p>${known ? said : 'There is nothing here.'}</p>\n`)
}

function codeOf(query: URLSearchParams, { issuer }: Endpoints): string {
  // A mix-up of servers would carry the code of one to the other (RFC 9207).
  if (query.get('iss') !== null && query.get('iss') !== issuer)
    throw authError('The answer came from another server')
  const code = query.get('code')
  if (code) return code
  const error = query.get('error') ?? 'no code'
  throw authError(
    error === 'access_denied'
      ? 'You did not allow it: nothing was changed'
      : `Signing in failed: ${query.get('error_description') ?? error}`,
  )
}

async function redeem({ url, endpoints, signal }: Asking, form: Record<string, string>): Promise<unknown> {
  const sent = {
    grant_type: 'authorization_code',
    client_id: clientId,
    resource: resourcesOf(url),
    ...form,
  }
  const { status, body } = await postForm(endpoints.token_endpoint, sent, signal)
  if (status === 200) return body
  throw authError(`Signing in failed: ${String(body.error_description ?? body.error ?? status)}`)
}
