import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildCookieName, parseCookies, setCookie } from '../../http/cookies.ts'
import { toAttempt, type Attempt } from '../../auth/accounts/attempts.ts'
import type { Dependencies } from '../../core/dependencies.ts'

const PURPOSE = 'account-device'
const COOKIE = 'svc_device'
const LIFETIME_SECONDS = 180 * 24 * 60 * 60

interface KnownDevice {
  account_id: string
  /** Undefined in cookies of earlier versions, which are counted together. */
  device_id?: string
  at: number
}

/**
 * Marks the browser as one in which an account was used. Its attempts are counted separately, so that wrong passwords
 * of an attacker, also in another such browser, do not delay the user.
 */
export function rememberDevice(services: Dependencies, reply: FastifyReply, accountId: string): void {
  const device: KnownDevice = { account_id: accountId, device_id: randomUUID(), at: services.clock() }
  const value = services.keyring.encrypt(PURPOSE, '', JSON.stringify(device))
  const name = buildCookieName(services.config, COOKIE)
  setCookie(services.config, reply, name, value, { path: '/', seconds: LIFETIME_SECONDS })
}

/** Returns the browser and the account that was used in it before; undefined if there is none. */
export function findKnownDevice(services: Dependencies, request: FastifyRequest): KnownDevice | undefined {
  const value = parseCookies(request).get(buildCookieName(services.config, COOKIE))
  if (!value) return undefined
  try {
    const device = JSON.parse(services.keyring.decrypt(PURPOSE, '', value)) as KnownDevice
    return device.at > services.clock() - LIFETIME_SECONDS * 1000 ? device : undefined
  } catch {
    return undefined
  }
}

/** Identifies attempts in a known browser, and limits those of all known browsers of the account together. */
export const toDeviceAttempts = (
  kind: 'account' | 'code',
  { account_id, device_id }: KnownDevice,
): [Attempt, Attempt] => [
  toAttempt(kind, `device ${account_id}${device_id === undefined ? '' : ` ${device_id}`}`),
  toAttempt('devices', `${kind} ${account_id}`),
]
