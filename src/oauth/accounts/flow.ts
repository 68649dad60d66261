import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildCookieName, parseCookies, setCookie } from '../../http/cookies.ts'
import type { Dependencies } from '../../core/dependencies.ts'

const PENDING_SECONDS = 30 * 60
const PURPOSE = 'account-flow'
const BROWSER_COOKIE = 'svc_id'

/** Pending sign-in with an account, encrypted in its pages and bound to the browser that began it. */
export interface AccountFlow {
  /** Absolute URL of the page to open afterwards. */
  path: string
  /** Authorization request that requires the sign-in. */
  uid?: string
  /** True if the request requires a new login. */
  again: boolean
  until: number
  /** Account whose password was verified, and its `auth_epoch` then; a second factor is missing. */
  proved?: { account_id: string; epoch: number }
  /** Identity with the verified address of an account, connected once its user has signed in to the account. */
  connect?: { issuer: string; subject: string; email: string }
  /** Secret of an authenticator app that is being set up. */
  totp?: string
}

export type FlowTarget = Pick<AccountFlow, 'path' | 'uid' | 'connect'>

/** Returns the secret that identifies this browser, which other sites cannot set on https. */
function getBrowserSecret({ config }: Dependencies, request: FastifyRequest): string | undefined {
  const secret = parseCookies(request).get(buildCookieName(config, BROWSER_COOKIE))
  return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

/** Encrypts a pending sign-in for the pages of this browser. */
export function encryptFlow(
  services: Dependencies,
  reply: FastifyReply,
  flow: Omit<AccountFlow, 'until'> & { until?: number },
): string {
  const secret = getBrowserSecret(services, reply.request) ?? randomBytes(32).toString('base64url')
  const options = { path: '/', seconds: PENDING_SECONDS }
  setCookie(services.config, reply, buildCookieName(services.config, BROWSER_COOKIE), secret, options)
  const pending: AccountFlow = { ...flow, until: flow.until ?? services.clock() + PENDING_SECONDS * 1000 }
  return services.keyring.encrypt(PURPOSE, hash('sha256', secret, 'base64url'), JSON.stringify(pending))
}

/** Decrypts a pending sign-in; undefined if it has expired or was begun in another browser. */
export function decryptFlow(
  services: Dependencies,
  request: FastifyRequest,
  encrypted: string | null | undefined,
): AccountFlow | undefined {
  const secret = getBrowserSecret(services, request)
  if (!encrypted || !secret) return undefined
  try {
    const text = services.keyring.decrypt(PURPOSE, hash('sha256', secret, 'base64url'), encrypted)
    const flow = JSON.parse(text) as AccountFlow
    // Without accounts, users sign in to one only to connect it.
    if (services.config.accounts.mode === 'off' && !flow.connect) return undefined
    return flow.until > services.clock() ? flow : undefined
  } catch {
    return undefined
  }
}
