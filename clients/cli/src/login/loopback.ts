import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authError } from '../errors.ts'
import { CLIENT_ID, postForm, getResourceIndicators, type Endpoints } from './endpoints.ts'

export interface SignInRequest {
  url: string
  endpoints: Endpoints
  scopes: string[]
  signal: AbortSignal
}

/** Signs in with a browser on this machine (RFC 8252): loopback redirect with PKCE. `show` receives the URL to open. */
export async function signInByLoopback(signIn: SignInRequest, show: (url: string) => void): Promise<unknown> {
  const { url, endpoints, scopes, signal } = signIn
  const verifier = randomToken()
  const state = randomToken()
  const redirect = await listen(signal, state)
  try {
    const address = new URL(endpoints.authorization_endpoint)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const parameters = {
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: redirect.redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    for (const resource of getResourceIndicators(url)) address.searchParams.append('resource', resource)
    show(address.href)
    const code = requireCode(await redirect.query, endpoints)
    return await exchangeCode(signIn, { code, code_verifier: verifier, redirect_uri: redirect.redirectUri })
  } finally {
    redirect.close()
  }
}

const randomToken = (): string => randomBytes(32).toString('base64url')

async function listen(signal: AbortSignal, state: string) {
  let resolveQuery: (query: URLSearchParams) => void
  let rejectQuery: (reason: unknown) => void
  const query = new Promise<URLSearchParams>((resolve, reject) => {
    resolveQuery = resolve
    rejectQuery = reject
  })
  const server = createServer((request, response) => {
    const found = parseRedirect(request, state)
    respond(response, found !== undefined, found?.has('code') ?? false)
    if (found) resolveQuery(found)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  signal.addEventListener('abort', () => rejectQuery(signal.reason), { once: true })
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeIdleConnections()
  }
  return { redirectUri: `http://127.0.0.1:${port}/callback`, query, close }
}

/** Returns the query of the redirect; undefined without the right state, so that other programs cannot inject a code. */
function parseRedirect({ url, method }: IncomingMessage, state: string): URLSearchParams | undefined {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://127.0.0.1')
  const received = Buffer.from(searchParams.get('state') ?? '')
  const expected = Buffer.from(state)
  const known = received.length === expected.length && timingSafeEqual(received, expected)
  return method === 'GET' && pathname === '/callback' && known ? searchParams : undefined
}

function respond(response: ServerResponse, known: boolean, allowed: boolean): void {
  const message = allowed ? 'Access granted. Return to the terminal.' : 'Access was denied. Return to the terminal.'
  response.writeHead(known ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    connection: 'close',
  })
  response.end(`<!doctype html><title>svc</title><p>${known ? message : 'Not found.'}</p>\n`)
}

function requireCode(query: URLSearchParams, { issuer }: Endpoints): string {
  // Prevents mix-up attacks (RFC 9207).
  if (query.get('iss') !== null && query.get('iss') !== issuer)
    throw authError('The response came from another server. Sign in again: svc login')
  const code = query.get('code')
  if (code) return code
  const error = query.get('error') ?? 'no code'
  throw authError(
    error === 'access_denied'
      ? 'You denied the request. Nothing was changed.'
      : `Signing in failed: ${query.get('error_description') ?? error}`,
  )
}

async function exchangeCode({ url, endpoints, signal }: SignInRequest, form: Record<string, string>): Promise<unknown> {
  const sent = {
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    resource: getResourceIndicators(url),
    ...form,
  }
  const { status, body } = await postForm(endpoints.token_endpoint, sent, signal)
  if (status === 200) return body
  throw authError(`Signing in failed: ${String(body.error_description ?? body.error ?? status)}`)
}
