// Signs people in at the development provider and sends their requests.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../prepare.mjs'

const built = (file) => import(pathToFileURL(path.join(root, 'dist', file)).href)

/** Whether a server with the development provider answers there; throws one line otherwise. */
export async function expectServer(base) {
  const probe = `${base}/dev-idp/.well-known/openid-configuration`
  const answer = await fetch(probe, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  await answer?.body?.cancel()
  if (!answer)
    throw new Error(
      `no server answers at ${base}; start one with "npm start", or give its address: npm run seed -- URL`,
    )
  if (!answer.ok)
    throw new Error(`what answers at ${base} has no development provider: sample people can't sign in`)
}

/** A person's way to the API: `get`, `post` and the like give the body of a success and throw any problem. */
export async function signIn(base, user) {
  const [{ developmentIssuer }, { signIn: toSignIn }, { UNVISITED, visitAsBrowser }] = await Promise.all([
    built('kernel/config/config.js'),
    built('cli/sign-in.js'),
    built('cli/visit.js'),
  ])
  const identity = {
    issuer: developmentIssuer(base),
    audience: base,
    clientId: 'svc',
    clientSecret: undefined,
  }
  const token = await toSignIn(identity, UNVISITED, visitAsBrowser({ user }))
  let sent = 0
  const send = async (method, url, body) => {
    const form = body instanceof FormData
    const response = await fetch(base + url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // The same words again within a day are the same request: a run that was cut short can be repeated.
        ...(method === 'POST' && { 'idempotency-key': keyOf(user, ++sent, url) }),
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
    return text && JSON.parse(text)
  }
  const verb = (method) => (url, body) => send(method, url, body)
  return {
    user,
    id: (await send('GET', '/v1/me')).principal.id,
    get: verb('GET'),
    post: verb('POST'),
    put: verb('PUT'),
    patch: verb('PATCH'),
  }
}

const keyOf = (...parts) => `seed-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40)}`
