import { isIP } from 'node:net'
import { ConfigError } from './reader.ts'

/** Key of the keyring: 32 bytes, and the version stored with everything it encrypts. */
export interface SecretKey {
  version: number
  key: Buffer
}

/**
 * Parses a keyring written `2:base64,1:base64`. Throws `ConfigError` naming `source`, without showing a key.
 */
export function parseSecretKeys(text: string, source: string): SecretKey[] {
  const keys = text.split(',').map((part): SecretKey => {
    const [, version, encoded] = /^([1-9]\d{0,8}):([A-Za-z0-9+/_-]+={0,2})$/.exec(part.trim()) ?? []
    const key = Buffer.from(encoded ?? '', 'base64')
    if (!version || key.length !== 32) {
      throw new ConfigError(source, 'must be VERSION:KEY pairs, comma-separated, each key 32 bytes in base64')
    }
    return { version: Number(version), key }
  })
  if (new Set(keys.map((one) => one.version)).size !== keys.length) {
    throw new ConfigError(source, 'has a duplicate version: use a different one for each key')
  }
  return keys
}

/** Returns whether a URL names this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
}

/** Returns whether `HOST`, a name or IP (version 6 without brackets), names this machine. */
export function isLoopbackHost(host: string): boolean {
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}`
  return URL.canParse(url) && isLoopback(url)
}

/** Returns whether `HOST` listens on every address of the machine. */
export const isWildcardHost = (host: string): boolean => /^(?:0\.0\.0\.0|::|0:0:0:0:0:0:0:0)$/.test(host)

export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
export const isRedisUrl = (text: string): boolean =>
  /^rediss?:\/\/./.test(text) && URL.canParse(text) && /^\/?\d*$/.test(new URL(text).pathname)
export const isRetryDelay = (text: string): boolean => /^\d{1,6}(\.\d+)?$/.test(text) && Number(text) <= 604_800
export const isProxyAddress = (text: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isIP(text) > 0 || isCidr(text)

export function isCidr(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? []
  const family = isIP(address)
  return family > 0 && Number(bits) <= (family === 4 ? 32 : 128)
}

/**
 * Returns whether it is an IP with optional port: `9.9.9.9`, `9.9.9.9:53`, `2620:fe::fe`, `[2620:fe::fe]:53`.
 */
export function isNameServer(text: string): boolean {
  if (isIP(text) > 0) return true
  const [, v4, v6, port] = /^(?:([\d.]+)|\[([\da-f:.]+)\]):(\d{1,5})$/i.exec(text) ?? []
  return (isIP(v4 ?? '') === 4 || isIP(v6 ?? '') === 6) && Number(port) > 0 && Number(port) < 65_536
}
