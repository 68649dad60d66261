import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildCookieName, parseCookies, setCookie } from '../../http/cookies.ts'
import type { Dependencies } from '../../core/dependencies.ts'

const PURPOSE = 'account-device'
const COOKIE = 'svc_device'
const LIFETIME_SECONDS = 180 * 24 * 60 * 60

/**
 * Marks the browser as one in which an account was used. Its attempts are counted separately, so that an attacker's
 * wrong passwords do not delay the user.
 */
export function rememberDevice(services: Dependencies, reply: FastifyReply, accountId: string): void {
  const value = services.keyring.encrypt(PURPOSE, '', JSON.stringify({ account_id: accountId, at: services.clock() }))
  const name = buildCookieName(services.config, COOKIE)
  setCookie(services.config, reply, name, value, { path: '/', seconds: LIFETIME_SECONDS })
}

/** Returns whether an account was used in this browser before. */
export function isKnownDevice(services: Dependencies, request: FastifyRequest, accountId: string): boolean {
  const value = parseCookies(request).get(buildCookieName(services.config, COOKIE))
  if (!value) return false
  try {
    const device = JSON.parse(services.keyring.decrypt(PURPOSE, '', value)) as { account_id: string; at: number }
    return device.account_id === accountId && device.at > services.clock() - LIFETIME_SECONDS * 1000
  } catch {
    return false
  }
}
