// Signs users in with the development provider and sends their requests.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../prepare.mjs'

const importBuilt = (file) => import(pathToFileURL(path.join(root, 'dist', file)).href)

/** Throws one line unless a server with the development provider runs at the URL. */
export async function requireServer(base) {
  const probe = `${base}/dev-idp/.well-known/openid-configuration`
  const response = await fetch(probe, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  await response?.body?.cancel()
  if (!response)
    throw new Error(`no server at ${base}; start one with "npm start", or pass its URL: npm run seed -- URL`)
  if (!response.ok) throw new Error(`the server at ${base} has no development provider, so sample users cannot sign in`)
}

export async function signIn(base, user) {
  const [{ developmentIssuer }, { signInAsNativeApp }, { UNUSED_REDIRECT_URI, simulateBrowser }] = await Promise.all([
    importBuilt('core/config/config.js'),
    importBuilt('commands/cli/sign-in.js'),
    importBuilt('commands/cli/redirect-listener.js'),
  ])
  const identity = {
    issuer: developmentIssuer(base),
    audience: base,
    clientId: 'svc',
    clientSecret: undefined,
  }
  const token = await signInAsNativeApp(identity, UNUSED_REDIRECT_URI, simulateBrowser({ user }))
  let sent = 0
  const send = async (method, url, body) => {
    const form = body instanceof FormData
    const response = await fetch(base + url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // Lets an interrupted run be repeated within a day.
        ...(method === 'POST' && { 'idempotency-key': buildKey(user, ++sent, url) }),
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
    return text && JSON.parse(text)
  }
  const toMethod = (method) => (url, body) => send(method, url, body)
  return {
    user,
    id: (await send('GET', '/v1/me')).principal.id,
    get: toMethod('GET'),
    post: toMethod('POST'),
    put: toMethod('PUT'),
    patch: toMethod('PATCH'),
  }
}

const buildKey = (...parts) => `seed-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40)}`
