import { findPasskey, type PasskeyRow } from '../../../auth/accounts/passkeys.ts'
import type { Call } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { signInChangedEvent, endedAccessEvents } from './events.ts'
import * as commands from './passkey-commands.ts'
import { passkeySorts, selectPasskeyPage, type PasskeyTarget } from './passkey-queries.ts'
import { passkeyParams, passkeySchema, passkeySetup, passkeySetupResult, passkeyUpdate } from './passkey-schema.ts'
import { loadOwnAccount } from './policy.ts'

const NO_ACCOUNT = 'The caller has no account on this server.'
const path = '/v1/me/account/passkeys'

const presentPasskey = (row: PasskeyRow) => pickProperties(passkeySchema, { ...row, passkey_id: row.credential_id })

/** Returns a passkey of the caller's account, locked on writes. Throws 404 if there is none. */
async function loadOwnPasskey(call: Call<{ passkey_id: string }>): Promise<PasskeyTarget & { version: number }> {
  const account = await loadOwnAccount(call)
  const { ctx, params } = call
  const passkey = await findPasskey(ctx.db, account.account_id, params.passkey_id, ctx.inTransaction)
  if (!passkey) throw notFound()
  ctx.advanceTimePast([passkey])
  return { account, passkey, version: passkey.version }
}

export const listPasskeysOperation = defineOperation({
  id: 'account.list_passkeys',
  method: 'GET',
  path,
  summary: 'List passkeys',
  description: "Returns the passkeys of the caller's account, oldest first. Not available to access tokens.",
  scope: 'session',
  reply: { status: 200, schema: s.pageSchema(passkeySchema) },
  list: passkeySorts,
  problems: { 404: NO_ACCOUNT },
  authorize: loadOwnAccount,
  handle: async ({ ctx, target, list }) =>
    respondWithPage(ctx, list, await selectPasskeyPage(ctx, list, target.account_id), presentPasskey),
})

export const addPasskeyOperation = defineOperation({
  id: 'account.add_passkey',
  method: 'POST',
  path,
  summary: 'Add a passkey',
  description:
    'Without `credential`, returns options with which the browser creates a passkey (WebAuthn). With the `credential` ' +
    'that it created, stores the passkey, with which the caller can sign in from then on. Requires https, or a ' +
    'loopback host name. Not available to access tokens.',
  scope: 'session',
  requiresRecentLogin: {},
  bodyOptional: true,
  body: passkeySetup,
  reply: { status: 200, schema: passkeySetupResult },
  problems: { 404: NO_ACCOUNT, 409: 'Browsers offer no passkeys for this server, or the account has 20.' },
  emits: signInChangedEvent,
  ifMatch: true,
  authorize: loadOwnAccount,
  async handle({ ctx, target, body: { credential, name } }) {
    commands.requirePasskeys(ctx)
    const result = await (credential
      ? commands.confirmPasskey(ctx, target, { credential, name: name ?? 'Passkey' })
      : commands.beginPasskey(ctx, target))
    const body = { ...result, passkey: result.passkey && presentPasskey(result.passkey) }
    return { ...respond(body), secret: true }
  },
})

export const readPasskeyOperation = defineOperation({
  id: 'account.read_passkey',
  method: 'GET',
  path: `${path}/{passkey_id}`,
  summary: 'Get a passkey',
  description: "Returns a passkey of the caller's account. Not available to access tokens.",
  scope: 'session',
  params: passkeyParams,
  reply: { status: 200, schema: passkeySchema },
  authorize: loadOwnPasskey,
  handle: async ({ target: { passkey } }) => respond(presentPasskey(passkey), passkey.version),
})

export const updatePasskeyOperation = defineOperation({
  id: 'account.update_passkey',
  method: 'PATCH',
  path: `${path}/{passkey_id}`,
  summary: 'Rename a passkey',
  description: 'Renames a passkey. Not available to access tokens.',
  scope: 'session',
  requiresRecentLogin: {},
  params: passkeyParams,
  body: passkeyUpdate,
  reply: { status: 200, schema: passkeySchema },
  authorize: loadOwnPasskey,
  async handle({ ctx, target, body }) {
    const row = await commands.renamePasskey(ctx, target, body.name)
    return respond(presentPasskey(row), row.version)
  },
})

export const deletePasskeyOperation = defineOperation({
  id: 'account.delete_passkey',
  method: 'DELETE',
  path: `${path}/{passkey_id}`,
  summary: 'Delete a passkey',
  description:
    'Deletes a passkey. Ends all other sessions and connected apps of the user; access tokens stay valid. Not available ' +
    'to access tokens.',
  scope: 'session',
  requiresRecentLogin: {},
  params: passkeyParams,
  reply: { status: 200, schema: passkeySchema },
  statusAfterDelete: 404,
  problems: { 409: 'The passkey is the only way to sign in.' },
  emits: { ...signInChangedEvent, ...endedAccessEvents },
  authorize: loadOwnPasskey,
  async handle({ ctx, target }) {
    await commands.removePasskey(ctx, target)
    return respond(presentPasskey(target.passkey), target.passkey.version)
  },
})
