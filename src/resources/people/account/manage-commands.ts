import { createAccount } from '../../../auth/accounts/create.ts'
import { listUsersOfProviders } from '../../../auth/accounts/identities.ts'
import { createAccountLink, deleteLinksOfAccount } from '../../../auth/accounts/links.ts'
import {
  deleteCredentials,
  findAccountByEmail,
  findAccountByUser,
  listAccounts,
  lockAccount,
  raiseAuthEpoch,
  setAccountDisabled,
  type AccountForSignIn,
} from '../../../auth/accounts/queries.ts'
import { findUserById } from '../../../auth/users.ts'
import { defineCommand, CommandError } from '../../../core/command.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { normalizeEmail } from '../../../core/email-address.ts'
import { commitSystemEvents } from '../../../events/log.ts'
import { endAllAccess, endSessionsAndApps } from './end-access.ts'
import { buildSignInChangedEvents } from './events.ts'
import { findUserByUsername } from './queries.ts'
import type { SignInChange } from './rules.ts'

const LINK_LIFETIME_MS = 24 * 60 * 60_000

function requireAccounts({ config }: Dependencies): void {
  if (config.accounts.mode === 'off')
    throw new CommandError('accounts are off: set ACCOUNTS=on, or beside with OIDC_ISSUER')
}

function parseEmail(email: string | undefined, usage: string): string {
  if (email === undefined || email.startsWith('--')) throw new CommandError(usage)
  if (normalizeEmail(email) === null) throw new CommandError(`${JSON.stringify(email)} is not an email address`)
  return email
}

async function requireAccount({ database }: Dependencies, email: string): Promise<AccountForSignIn> {
  const account = await findAccountByEmail(database.db, normalizeEmail(email)!)
  if (!account) throw new CommandError(`there is no account with the address ${email}: see svc-server account list`)
  return account
}

async function createPasswordLink({ database, config, clock }: Dependencies, account_id: string): Promise<string> {
  const link = await createAccountLink(database.db, config, clock(), {
    kind: 'reset',
    account_id,
    lifetimeMs: LINK_LIFETIME_MS,
  })
  return `Link to set a password, valid for 24 hours, once:\n${link}`
}

const addUsage = 'Usage: svc-server account add EMAIL [--name NAME] [--user USERNAME | --new-user]'

interface Addition {
  email: string
  name?: string | undefined
  username?: string | undefined
  isNewUser?: boolean
}

export const addAccountCommand = defineCommand<Addition>({
  name: 'account add',
  args: 'EMAIL [--name NAME] [--user USERNAME | --new-user]',
  summary:
    'create an account and print a link to set its password; --user: for a user of the identity provider; --new-user: ' +
    'also if such a user has the address',

  read([email, ...options]) {
    const addition: Addition = { email: parseEmail(email, addUsage) }
    while (options.length > 0) {
      const option = options.shift()
      if (option === '--new-user') addition.isNewUser = true
      else if (option === '--name' && options.length > 0) addition.name = options.shift()
      else if (option === '--user' && options.length > 0) addition.username = options.shift()
      else throw new CommandError(addUsage)
    }
    if (addition.isNewUser && addition.username !== undefined) throw new CommandError(addUsage)
    return addition
  },

  async run(services, { email, name, username, isNewUser = false }) {
    requireAccounts(services)
    const { database, clock } = services
    if (username === undefined && !isNewUser) await rejectAddressOfUser(services, email)
    const user = username === undefined ? undefined : await requireUserWithoutAccount(services, username)
    const accountId = await database.transaction((trx) =>
      createAccount(
        trx,
        { email, name, email_verified: true, user_id: user?.user_id, allowsSecondUser: isNewUser },
        clock(),
      ),
    )
    if (accountId === undefined) throw new CommandError(`${email} has an account: use svc-server account reset`)
    return `Account of ${email} created. ${await createPasswordLink(services, accountId)}`
  },
})

/** Returns the user who gets an account. Throws if there is no such user, or the user has an account. */
async function requireUserWithoutAccount({ database }: Dependencies, username: string): Promise<{ user_id: string }> {
  const user = await findUserByUsername(database.db, username)
  if (!user) throw new CommandError(`there is no user ${username}`)
  const account = await findAccountByUser(database.db, user.user_id)
  if (!account) return user
  throw new CommandError(
    `${username} has an account with the address ${account.email}: use svc-server account reset ${account.email}`,
  )
}

/** Throws if a user of an identity provider has the address of a new account, which would be a second user. */
async function rejectAddressOfUser({ database }: Dependencies, email: string): Promise<void> {
  const [user] = await listUsersOfProviders(database.db, email)
  if (!user || (await findAccountByEmail(database.db, normalizeEmail(email)!))) return
  throw new CommandError(
    `${email} is the verified address of the user ${user.username} of ${user.issuer}: add --user ${user.username} to ` +
      'give that user the account, or --new-user if it is for another person',
  )
}

const resetUsage = 'Usage: svc-server account reset EMAIL [--second-factor]'

export const resetAccountCommand = defineCommand<{ email: string; secondFactor: boolean }>({
  name: 'account reset',
  args: 'EMAIL [--second-factor]',
  summary:
    'print a link to set a new password; --second-factor also removes the password, authenticator app and passkeys, ' +
    'and ends sessions and apps',

  read([email, option, ...more]) {
    if ((option !== undefined && option !== '--second-factor') || more.length > 0) throw new CommandError(resetUsage)
    return { email: parseEmail(email, resetUsage), secondFactor: option !== undefined }
  },

  async run(services, { email, secondFactor }) {
    requireAccounts(services)
    const account = await requireAccount(services, email)
    if (account.disabled_at !== null) throw new CommandError(`the account of ${email} is disabled: enable it first`)
    await deleteLinksOfAccount(services.database.db, account.account_id)
    if (secondFactor) await removeWaysToSignIn(services, account)
    return createPasswordLink(services, account.account_id)
  },
})

export const listAccountsCommand = defineCommand<null>({
  name: 'account list',
  args: '',
  summary: 'list the accounts with their ways to sign in',

  read(args) {
    if (args.length > 0) throw new CommandError('Usage: svc-server account list')
    return null
  },

  async run({ database }) {
    const lines = (await listAccounts(database.db)).map((row) => {
      const ways = [
        row.password_hash !== null && 'password',
        row.has_totp && 'TOTP',
        row.passkeys > 0 && `${row.passkeys} ${row.passkeys === 1 ? 'passkey' : 'passkeys'}`,
        row.identities.length > 0 && 'identity provider',
        row.disabled_at !== null && 'disabled',
      ].filter(Boolean)
      return [row.email, row.username, ways.join(', ') || 'no password yet', row.last_used_at ?? 'never used'].join(
        '\t',
      )
    })
    return lines.join('\n') || 'no accounts'
  },
})

/** Builds the commands that disable and enable an account. */
const switchAccountCommand = (disables: boolean, summary: string) => {
  const name = `account ${disables ? 'disable' : 'enable'}`
  return defineCommand<string>({
    name,
    args: 'EMAIL',
    summary,
    read([email, ...more]) {
      if (more.length > 0) throw new CommandError(`Usage: svc-server ${name} EMAIL`)
      return parseEmail(email, `Usage: svc-server ${name} EMAIL`)
    },
    async run(services, email) {
      const account = await requireAccount(services, email)
      await switchAccount(services, account, disables)
      return `The account of ${email} is ${disables ? 'disabled, and its sessions, apps and access tokens have ended' : 'enabled'}.`
    },
  })
}

async function listOrgIds({ database }: Dependencies, { user_id }: AccountForSignIn): Promise<string[]> {
  const user = await findUserById(database, user_id)
  return (user?.memberships ?? []).map(({ org_id }) => org_id)
}

/**
 * Removes all ways to sign in, since a known password alone would then be enough, and ends sessions, apps and links. The
 * audit log of each organization has the changes.
 */
async function removeWaysToSignIn(services: Dependencies, account: AccountForSignIn): Promise<void> {
  const { account_id, has_totp, passkeys, password_hash } = account
  const orgIds = await listOrgIds(services, account)
  const changes: SignInChange[] = [
    ...(has_totp ? ['totp_removed' as const] : []),
    ...(passkeys > 0 ? ['passkey_removed' as const] : []),
    ...(password_hash === null ? [] : ['password_removed' as const]),
  ]
  const { database, clock } = services
  await database.transaction(async (trx) => {
    const at = new Date(clock()).toISOString()
    await lockAccount(trx, account_id)
    await deleteCredentials(trx, account_id)
    await raiseAuthEpoch(trx, account_id, at)
    const ending = { at, by: null, reason: 'sign_in_changed' as const }
    const ended = await endSessionsAndApps(trx, { account, database, orgIds, exceptSessionId: null, ending })
    const events = changes.flatMap((change) => buildSignInChangedEvents(orgIds, account, change))
    await commitSystemEvents(services, trx, [...ended, ...events])
  })
}

async function switchAccount(services: Dependencies, account: AccountForSignIn, disables: boolean): Promise<void> {
  const { database, clock } = services
  const orgIds = await listOrgIds(services, account)
  await database.transaction(async (trx) => {
    const now = new Date(clock()).toISOString()
    await setAccountDisabled(trx, account.account_id, disables ? now : null, now)
    if (!disables) return
    const ending = { at: now, by: null, reason: 'account_disabled' as const }
    const events = await endAllAccess(trx, { account, database, orgIds, exceptSessionId: null, ending })
    await commitSystemEvents(services, trx, events)
  })
}

export const disableAccountCommand = switchAccountCommand(
  true,
  'end the sessions, apps and access tokens of an account and refuse its sign-in',
)
export const enableAccountCommand = switchAccountCommand(false, 'allow the sign-in of a disabled account again')
