import { normalizeEmail } from '../email-address.ts'
import { ConfigError, type EnvReader } from './reader.ts'
import { isLoopback } from './formats.ts'

/** Identity provider. `development` is true for the built-in development provider. */
export interface IdentityConfig {
  issuer: string
  audience: string
  clientId: string
  clientSecret: string | undefined
  /** Treats an email without `email_verified` as verified (default false). */
  trustEmail: boolean
  development: boolean
}

/** Built-in accounts. */
export interface AccountsConfig {
  /** Accounts alone (`on`), beside the identity provider (`beside`), or none (`off`). */
  mode: 'on' | 'beside' | 'off'
  /** Restricts new accounts to invited users, to the addresses of an email domain, or not at all (default `invite`). */
  join: { kind: 'invite' } | { kind: 'open' } | { kind: 'domain'; domain: string }
}

const DEVELOPMENT_PATH = '/dev-idp'
export const developmentIssuer = (baseUrl: string): string => `${baseUrl}${DEVELOPMENT_PATH}`
/** Returns whether an issuer is a development provider, which confirms any address and runs on loopback only. */
export const isDevelopmentIssuer = (issuer: string): boolean =>
  issuer.endsWith(DEVELOPMENT_PATH) && URL.canParse(issuer) && isLoopback(issuer)
export const accountsIssuer = (baseUrl: string): string => `${baseUrl}/id`

/**
 * Reads how users sign in: built-in accounts, an identity provider, or the development provider. `exposure` says why
 * others may be able to connect, which rules out the development provider.
 */
export function readSignIn(
  read: EnvReader,
  baseUrl: string,
  exposure: string | undefined,
): { oidc: IdentityConfig; accounts: AccountsConfig } {
  const issuer = read.text('OIDC_ISSUER')
  const mode = read.choice('ACCOUNTS', ['on', 'beside', 'off'], !issuer && exposure !== undefined ? 'on' : 'off')
  if (mode === 'on' && issuer)
    throw new ConfigError(
      'ACCOUNTS',
      '"on" replaces the identity provider: unset OIDC_ISSUER, or set "beside" for both',
    )
  if (mode === 'beside' && !issuer)
    throw new ConfigError('ACCOUNTS', '"beside" requires OIDC_ISSUER; set "on" without it')
  if (mode === 'off' && !issuer && exposure !== undefined)
    throw new ConfigError(
      'OIDC_ISSUER',
      `must be set, or ACCOUNTS=on: ${exposure}, which disables the development provider`,
    )
  return { oidc: readIdentity(read, baseUrl, issuer, mode), accounts: { mode, join: readJoin(read) } }
}

function readIdentity(
  read: EnvReader,
  baseUrl: string,
  issuer: string | undefined,
  mode: AccountsConfig['mode'],
): IdentityConfig {
  // Keys fetched over plain HTTP could be replaced in transit, and identities with them.
  const isTrusted =
    !issuer ||
    (URL.canParse(issuer) && (issuer.startsWith('https://') || (issuer.startsWith('http://') && isLoopback(issuer))))
  if (!isTrusted || /[?#]/.test(issuer ?? '')) {
    throw new ConfigError('OIDC_ISSUER', 'must be an https URL without query (http on loopback only)')
  }
  return {
    issuer: issuer ?? (mode === 'on' ? accountsIssuer(baseUrl) : developmentIssuer(baseUrl)),
    audience: read.text('OIDC_AUDIENCE') ?? baseUrl,
    clientId: read.text('OIDC_CLIENT_ID') ?? 'svc',
    clientSecret: issuer ? read.text('OIDC_CLIENT_SECRET') : undefined,
    trustEmail: read.choice('OIDC_TRUST_EMAIL', ['on', 'off'], 'off') === 'on',
    development: !issuer && mode === 'off',
  }
}

const DOMAIN = /^domain:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const joinFormat = { test: (text: string) => text === 'invite' || text === 'open' || DOMAIN.test(text) }

function readJoin(read: EnvReader): AccountsConfig['join'] {
  const allowed = 'invite, open, or domain: and an email domain in lower case, such as domain:example.com'
  const text = read.matching('ACCOUNTS_JOIN', joinFormat, allowed) ?? 'invite'
  if (text === 'invite') return { kind: text }
  if (!read.text('SMTP_URL'))
    throw new ConfigError('ACCOUNTS_JOIN', `"${text}" requires SMTP_URL, since addresses are verified by email`)
  if (text === 'open') return { kind: text }
  return { kind: 'domain', domain: text.slice('domain:'.length) }
}

/** Reads the addresses of the operators, normalized for comparison; undefined if unset. */
export function readOperators(read: EnvReader): string[] | undefined {
  if (read.text('OPERATORS') === undefined) return undefined
  const isAddress = (item: string) => normalizeEmail(item) !== null
  return read
    .list('OPERATORS', isAddress, 'email addresses such as ops@example.com, comma-separated')
    .map((address) => normalizeEmail(address)!)
}
