/** Checks of what matters once other users reach the server: docs/self-hosting.md lists them. */
import { isLoopback, type Config } from '../../core/config/config.ts'
import { sql } from '../../db/sql.ts'
import { FolderInUse, withDatabase } from './database.ts'
import { DoctorWarning } from './doctor-database.ts'

export function checkPublicUrl({ baseUrl }: Config): string {
  if (isLoopback(baseUrl)) return `${baseUrl}, reachable from this machine only`
  if (baseUrl.startsWith('https://')) return `${baseUrl} is encrypted`
  throw new DoctorWarning(`${baseUrl} is not encrypted: passwords and sessions can be read on the way. Use https://`)
}

/** The server speaks plain HTTP, so https means that a proxy is in front. */
export function checkTrustedProxy({ baseUrl, trustProxy }: Config): string {
  if (trustProxy.length > 0) return `X-Forwarded-For of ${trustProxy.join(', ')} is trusted`
  if (!baseUrl.startsWith('https://')) return 'none is trusted, since BASE_URL is not https'
  throw new DoctorWarning(
    'TRUST_PROXY is not set, though a proxy adds https: all users have its IP in limits, sessions and the audit log. ' +
      'Set it to the IP of the proxy',
  )
}

/** Reports whether accounts have a first user, without which anyone with the link in the log becomes it. */
export async function checkFirstAccount(config: Config): Promise<string> {
  const { mode } = config.accounts
  if (mode === 'off') return 'none is needed, since accounts are off'
  try {
    const accounts = await withDatabase(config, countAccounts)
    if (accounts > 0) return `exists, of ${accounts}`
    if (mode === 'beside') return 'none is needed, since users sign in at the identity provider'
    throw new DoctorWarning(
      'there is none yet: open the link that the server prints at its start, or run svc-server account add EMAIL',
    )
  } catch (error) {
    if (error instanceof FolderInUse) return 'not checked, since the running server uses the embedded database'
    throw error
  }
}

async function countAccounts({ db }: Parameters<Parameters<typeof withDatabase>[1]>[0]): Promise<number> {
  const [schema] = await db.query(sql<{ exists: boolean }>`select to_regclass('accounts') is not null as exists`)
  if (!schema!.exists) return 0
  const [row] = await db.query(sql<{ accounts: number }>`select count(*)::int as accounts from accounts`)
  return row!.accounts
}

export function checkJoin({ accounts: { mode, join } }: Config): string {
  if (mode === 'off') return 'at the identity provider only, since accounts are off'
  if (join.kind === 'invite') return 'by an invitation'
  if (join.kind === 'domain') return `also with an email address of ${join.domain}`
  throw new DoctorWarning('ACCOUNTS_JOIN is open: anyone who reaches the server creates an account with any address')
}

export function checkOperators({ operators, accounts, oidc }: Config): string {
  if (operators) return operators.join(', ')
  if (accounts.mode === 'on') return 'the user of the first account, since OPERATORS is not set'
  if (oidc.development) return 'none, since the development provider confirms any address'
  throw new DoctorWarning('OPERATORS is not set: no user sees the state of the server, or can send a test email')
}
