import { hash } from 'node:crypto'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { conflict } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { revokeGrantsByClient } from '../tokens/queries.ts'
import { loadManagedOAuthClient, requireOAuthClientAdmin } from './policy.ts'
import {
  presentOAuthClient,
  respondWithOAuthClient,
  respondWithClientSecret,
  buildOAuthClientSubject,
} from './presenter.ts'
import * as queries from './queries.ts'
import { applyOAuthClientUpdate, toNewOAuthClient, requireActiveOAuthClient } from './rules.ts'
import * as schemas from './schema.ts'

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 'c.name_key', type: 'text' }],
    created_at: [{ sql: 'c.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'c.created_at', type: 'timestamptz' }],
  id: { sql: 'c.client_id', type: 'text' },
}

const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const listOAuthClientsOperation = defineOperation({
  id: 'oauth-clients.list',
  method: 'GET',
  path: '/v1/oauth/clients',
  summary: 'List OAuth apps',
  description:
    'Returns the OAuth apps that an organization has registered, including revoked ones. Requires: ' +
    'organization admin.',
  scope: 'admin',
  query: s.object({
    org_id: s.orgIdParam,
  }),
  reply: { status: 200, schema: s.pageSchema(schemas.oauthClientSchema) },
  list: sorts,
  authorize: ({ ctx, query }) => requireOAuthClientAdmin(ctx, query.org_id, 'query'),
  handle: async ({ ctx, list, target }) =>
    respondWithPage(ctx, list, await queries.listOAuthClients(ctx, target.org_id, list), presentOAuthClient),
})

export const createOAuthClientOperation = defineOperation({
  id: 'oauth-clients.create',
  method: 'POST',
  path: '/v1/oauth/clients',
  summary: 'Create an OAuth app',
  description:
    'Registers an app that acts for users who connect it, with the OAuth 2.0 authorization code flow ' +
    'and PKCE. The secret of a confidential app is returned only in this response; a public app has ' +
    'none. Requires: organization admin.',
  scope: 'admin',
  body: schemas.oauthClientCreateSchema,
  reply: { status: 200, schema: schemas.oauthClientCreatedSchema },
  emits: { 'oauth_client.created': 'An OAuth app was created.' },
  example: {
    body: {
      name: 'Harbour board',
      redirect_uris: ['https://board.example.com/callback'],
      allowed_scopes: ['tasks:read', 'projects:read'],
      homepage_url: 'https://board.example.com',
    },
  },
  authorize: ({ ctx, body }) => requireOAuthClientAdmin(ctx, body.org_id, 'body'),
  async handle({ ctx, target, body }) {
    const properties = toNewOAuthClient(body)
    const client_id = ctx.newId('svcc_')
    const secret = properties.client_type === 'confidential' ? queries.newClientSecret() : null
    await queries.insertOAuthClient(ctx.db, {
      ...properties,
      org_id: target.org_id,
      client_id,
      registration: 'developer',
      secret_hash: secret === null ? null : hashSecret(secret),
      created_by: ctx.user.username,
      created_at: ctx.wallTime,
    })
    const row = (await queries.findOAuthClient(ctx, client_id))!
    ctx.emit({ ...buildOAuthClientSubject(row), type: 'oauth_client.created', before: null, after: properties })
    return respondWithClientSecret(row, secret)
  },
})

export const getOAuthClientOperation = defineOperation({
  id: 'oauth-clients.read',
  method: 'GET',
  path: '/v1/oauth/clients/{client_id}',
  summary: 'Get an OAuth app',
  description: 'Returns an OAuth app without its secret. Requires: admin of the organization that registered it.',
  scope: 'admin',
  params: schemas.oauthClientParams,
  reply: { status: 200, schema: schemas.oauthClientSchema },
  authorize: loadManagedOAuthClient,
  handle: async ({ target }) => respondWithOAuthClient(target),
})

export const updateOAuthClientOperation = defineOperation({
  id: 'oauth-clients.update',
  method: 'PATCH',
  path: '/v1/oauth/clients/{client_id}',
  summary: 'Update an OAuth app',
  description:
    'Updates the given fields; omitted fields keep their value. `null` clears a URL. Changed ' +
    '`allowed_scopes` take effect when an app next refreshes its token, and never exceed what each ' +
    'user allowed. A listed app that gets another name, a new redirect URI or a further scope becomes ' +
    'private until it is reviewed again. Requires: admin of the organization that registered it.',
  scope: 'admin',
  params: schemas.oauthClientParams,
  body: schemas.oauthClientUpdateSchema,
  reply: { status: 200, schema: schemas.oauthClientSchema },
  problems: { 409: 'The app is revoked.' },
  emits: { 'oauth_client.updated': 'An OAuth app was updated.' },
  example: { body: { allowed_scopes: ['tasks:read'] } },
  authorize: loadManagedOAuthClient,
  async handle({ ctx, target, body }) {
    requireActiveOAuthClient(target)
    const set = applyOAuthClientUpdate(target, body)
    const change = findChangedAttributes(target, set, Object.keys(set))
    if (!change) return respondWithOAuthClient(target)
    const row = await queries.saveOAuthClient(ctx, target, set)
    ctx.emit({ ...buildOAuthClientSubject(row), type: 'oauth_client.updated', ...change })
    return respondWithOAuthClient(row)
  },
})

export const revokeOAuthClientOperation = defineOperation({
  id: 'oauth-clients.delete',
  method: 'DELETE',
  path: '/v1/oauth/clients/{client_id}',
  summary: 'Revoke an OAuth app',
  description:
    'Revokes an app permanently. Users can no longer connect it, and all its connections and access ' +
    'tokens end immediately, in all organizations. Its record is retained; revoking a revoked app ' +
    'changes nothing. Requires: admin of the organization that registered it.',
  scope: 'admin',
  params: schemas.oauthClientParams,
  reply: { status: 200, schema: schemas.oauthClientSchema },
  emits: { 'oauth_client.revoked': 'An OAuth app was revoked.' },
  authorize: loadManagedOAuthClient,
  async handle({ ctx, target }) {
    if (target.revoked_at !== null) return respondWithOAuthClient(target)
    const revocation = { at: ctx.wallTime, by: ctx.user.username, reason: 'client_revoked' }
    const revoked = await revokeGrantsByClient(ctx.db, target.client_id, revocation)
    const row = await queries.saveOAuthClient(ctx, target, {
      revoked_at: revocation.at,
      revoked_by: ctx.user.username,
    })
    ctx.emit({
      ...buildOAuthClientSubject(row),
      type: 'oauth_client.revoked',
      before: { name: target.name, status: 'active' },
      after: { status: 'revoked', connections: revoked.connections, access_tokens: revoked.tokens },
    })
    return respondWithOAuthClient(row)
  },
})

export const rotateOAuthClientSecretOperation = defineOperation({
  id: 'oauth-clients.rotate_secret',
  method: 'POST',
  path: '/v1/oauth/clients/{client_id}/rotate-secret',
  summary: 'Rotate the client secret',
  description:
    'Creates a new secret and returns it only in this response. The previous secret keeps working for ' +
    '24 hours; an older one stops working immediately. Requires: admin of the organization that ' +
    'registered the app.',
  scope: 'admin',
  params: schemas.oauthClientParams,
  reply: { status: 200, schema: schemas.oauthClientCreatedSchema },
  problems: { 409: 'The app is public and has no secret, or it is revoked.' },
  emits: { 'oauth_client.secret_rotated': 'The secret of an OAuth app was rotated.' },
  authorize: loadManagedOAuthClient,
  async handle({ ctx, target }) {
    requireActiveOAuthClient(target)
    if (target.client_type === 'public') throw conflict('A public app has no secret. Use PKCE instead.')
    const secret = queries.newClientSecret()
    const row = await queries.saveRotatedClientSecret(ctx, target, hashSecret(secret))
    const rotatedFields = ['secret_rotated_at', 'previous_secret_expires_at'] as const
    ctx.emit({
      ...buildOAuthClientSubject(row),
      type: 'oauth_client.secret_rotated',
      ...findChangedAttributes(target, row, rotatedFields)!,
    })
    return respondWithClientSecret(row, secret)
  },
})
