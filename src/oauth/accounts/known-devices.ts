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

/** Returns the account that was used in this browser before; undefined if there is none. */
export function findDeviceAccount(services: Dependencies, request: FastifyRequest): string | undefined {
  const value = parseCookies(request).get(buildCookieName(services.config, COOKIE))
  if (!value) return undefined
  try {
    const device = JSON.parse(services.keyring.decrypt(PURPOSE, '', value)) as { account_id: string; at: number }
    return device.at > services.clock() - LIFETIME_SECONDS * 1000 ? device.account_id : undefined
  } catch {
    return undefined
  }
}
