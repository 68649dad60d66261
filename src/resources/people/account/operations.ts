import { findAccountById } from '../../../auth/accounts/queries.ts'
import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respond } from '../../../http/result.ts'
import * as commands from './commands.ts'
import { endedAccessEvents, signInChangedEvent } from './events.ts'
import { loadAccountWith, loadOwnAccount, loadOwnIdentity } from './policy.ts'
import { respondWithAccount } from './presenter.ts'
import { rejectConfirmedTotp } from './rules.ts'
import { accountSchema, accountUpdate, identityParams, passwordChange, totpSetup, totpSetupResult } from './schema.ts'

const ENDS_ACCESS = 'Ends all other sessions and connected apps of the user; access tokens stay valid.'
const emits = { ...signInChangedEvent, ...endedAccessEvents }

const NO_ACCOUNT = 'The caller has no account on this server.'

const respondWithCurrent = async (ctx: Context, accountId: string) =>
  respondWithAccount(ctx, (await findAccountById(ctx.db, accountId))!)

export const getAccountOperation = defineOperation({
  id: 'account.read',
  method: 'GET',
  path: '/v1/me/account',
  summary: 'Get the account',
  description:
    'Returns how the caller can sign in to their account on this server, without secrets. Returns 404 for users of an ' +
    'identity provider. Not available to access tokens.',
  scope: 'session',
  reply: { status: 200, schema: accountSchema },
  problems: { 404: NO_ACCOUNT },
  authorize: loadOwnAccount,
  handle: ({ ctx, target }) => respondWithAccount(ctx, target),
})

export const updateAccountOperation = defineOperation({
  id: 'account.update',
  method: 'PATCH',
  path: '/v1/me/account',
  summary: 'Update the account',
  description: 'Changes the display name of the caller. Not available to access tokens.',
  scope: 'session',
  body: accountUpdate,
  reply: { status: 200, schema: accountSchema },
  problems: { 404: NO_ACCOUNT },
  example: { body: { name: 'Ada King' } },
  authorize: loadOwnAccount,
  async handle({ ctx, target, body }) {
    if (body.name !== undefined) await commands.renameUser(ctx, target, body.name)
    return respondWithCurrent(ctx, target.account_id)
  },
})

export const setPasswordOperation = defineOperation({
  id: 'account.set_password',
  method: 'POST',
  path: '/v1/me/account/password',
  summary: 'Set the password',
  description: `Stores a new password. ${ENDS_ACCESS} Not available to access tokens.`,
  scope: 'session',
  requiresRecentLogin: {},
  body: passwordChange,
  reply: { status: 200, schema: accountSchema },
  problems: {
    404: NO_ACCOUNT,
    409: 'The ways to sign in changed at the same time.',
    429: 'The current password was wrong many times.',
  },
  emits,
  example: { body: { current_password: 'four boats sail', new_password: 'three ropes and a crane' } },
  authorize: loadOwnAccount,
  ifMatch: true,
  sideEffect: ({ ctx, target, body }) => commands.preparePassword(ctx, target, body),
  async handle({ ctx, target, sideEffectResult }) {
    await commands.savePreparedPassword(ctx, target, sideEffectResult)
    return respondWithCurrent(ctx, target.account_id)
  },
})

export const removePasswordOperation = defineOperation({
  id: 'account.remove_password',
  method: 'DELETE',
  path: '/v1/me/account/password',
  summary: 'Remove the password',
  description: `Removes the password. ${ENDS_ACCESS} Not available to access tokens.`,
  scope: 'session',
  requiresRecentLogin: {},
  reply: { status: 200, schema: accountSchema },
  statusAfterDelete: 404,
  problems: { 404: NO_ACCOUNT, 409: 'The password is the only way to sign in.' },
  emits,
  authorize: loadAccountWith('password'),
  async handle({ ctx, target }) {
    await commands.removePassword(ctx, target)
    return respondWithCurrent(ctx, target.account_id)
  },
})

export const setUpTotpOperation = defineOperation({
  id: 'account.set_up_totp',
  method: 'POST',
  path: '/v1/me/account/totp',
  summary: 'Set up an authenticator app',
  description:
    'Without `code`, returns a new secret for an authenticator app (TOTP, RFC 6238). With the code that the app shows ' +
    `for it, requires such codes after the password from now on, and returns recovery codes once. ${ENDS_ACCESS} Not ` +
    'available to access tokens.',
  scope: 'session',
  requiresRecentLogin: {},
  bodyOptional: true,
  body: totpSetup,
  reply: { status: 200, schema: totpSetupResult },
  problems: { 404: NO_ACCOUNT, 409: 'An authenticator app is set up already.' },
  emits,
  example: { body: { code: '492039' } },
  authorize: loadOwnAccount,
  ifMatch: true,
  async handle({ ctx, target, body }) {
    rejectConfirmedTotp(target)
    const { code } = body
    const result = await (code ? commands.confirmTotp(ctx, target, code) : commands.beginTotp(ctx, target))
    return { ...respond(result), secret: true }
  },
})

export const removeTotpOperation = defineOperation({
  id: 'account.remove_totp',
  method: 'DELETE',
  path: '/v1/me/account/totp',
  summary: 'Remove the authenticator app',
  description: `Turns off the second factor, and deletes the recovery codes. ${ENDS_ACCESS} Not available to access tokens.`,
  scope: 'session',
  requiresRecentLogin: {},
  reply: { status: 200, schema: accountSchema },
  statusAfterDelete: 404,
  problems: { 404: 'The account has no authenticator app.' },
  emits,
  authorize: loadAccountWith('totp'),
  async handle({ ctx, target }) {
    await commands.removeTotp(ctx, target)
    return respondWithCurrent(ctx, target.account_id)
  },
})

export const disconnectIdentityOperation = defineOperation({
  id: 'account.disconnect_identity',
  method: 'DELETE',
  path: '/v1/me/account/identities/{identity_id}',
  summary: 'Disconnect an identity',
  description: `Removes the connection with an identity at an identity provider. ${ENDS_ACCESS} Not available to access tokens.`,
  scope: 'session',
  requiresRecentLogin: {},
  params: identityParams,
  reply: { status: 200, schema: accountSchema },
  statusAfterDelete: 404,
  problems: { 409: 'The identity is the only way to sign in.' },
  emits,
  authorize: loadOwnIdentity,
  async handle({ ctx, target }) {
    await commands.disconnectIdentity(ctx, target, target.identity)
    return respondWithCurrent(ctx, target.account_id)
  },
})
