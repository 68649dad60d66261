import { hash } from 'node:crypto'
import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict } from '../../kernel/problem.ts'
import { askedOrgId, object, pageOf } from '../../kernel/schema.ts'
import { endConnectionsOf } from '../tokens/queries.ts'
import { managedClient, managedOrganization } from './access.ts'
import { newClientSecret } from './making.ts'
import { presentClients, shown, shownOnce, subject } from './present.ts'
import * as queries from './queries.ts'
import { changedClient, graceMillis, newClient, requireActive } from './rules.ts'
import { clientCreate, clientCreated, clientOut, clientParams, clientUpdate } from './schemas.ts'

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 'c.name_key', type: 'text' }],
    created_at: [{ sql: 'c.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 'c.created_at', type: 'timestamptz' }],
  id: { sql: 'c.client_id', type: 'text' },
}

const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const listClients = operation({
  id: 'oauth-clients.list',
  method: 'GET',
  path: '/v1/oauth/clients',
  summary: 'List the apps of an organization',
  description: 'The apps it has registered, revoked ones too. Owners and admins.',
  scope: 'admin',
  query: object({
    org_id: askedOrgId,
  }),
  reply: { status: 200, schema: pageOf(clientOut) },
  list: sorts,
  access: ({ ctx, query }) => managedOrganization(ctx, query.org_id, 'query'),
  async handle({ ctx, list, target }) {
    return pageAnswer(ctx, list, await queries.listClients(ctx, target.org_id, list), presentClients)
  },
})

export const createClient = operation({
  id: 'oauth-clients.create',
  method: 'POST',
  path: '/v1/oauth/clients',
  summary: 'Register an app',
  description:
    'An app that acts for the people who connect it, by the OAuth code flow with PKCE. Owners and admins. The answer ' +
    'is the only place where the secret of a confidential app is shown; a public app has none.',
  scope: 'admin',
  body: clientCreate,
  reply: { status: 200, schema: clientCreated },
  emits: { 'oauth_client.created': 'An app was registered.' },
  example: {
    body: {
      name: 'Harbour board',
      redirect_uris: ['https://board.example.com/callback'],
      allowed_scopes: ['tasks:read', 'projects:read'],
      homepage_url: 'https://board.example.com',
    },
  },
  access: ({ ctx, body }) => managedOrganization(ctx, body.org_id, 'body'),
  async handle({ ctx, target, body }) {
    const wanted = newClient(body)
    const client_id = ctx.newId('svcc_')
    const secret = wanted.client_type === 'confidential' ? newClientSecret() : null
    await queries.insertClient(ctx.db, {
      ...wanted,
      org_id: target.org_id,
      client_id,
      registration: 'developer',
      secret_hash: secret === null ? null : secretHash(secret),
      created_by: ctx.user.username,
      created_at: ctx.wallTime,
    })
    const row = (await queries.findClient(ctx, client_id))!
    ctx.emit({ ...subject(row), type: 'oauth_client.created', before: null, after: wanted })
    return shownOnce(row, secret)
  },
})

export const readClient = operation({
  id: 'oauth-clients.read',
  method: 'GET',
  path: '/v1/oauth/clients/{client_id}',
  summary: 'Read an app',
  description: 'Owners and admins of the organization that registered it. Never shows the secret.',
  scope: 'admin',
  params: clientParams,
  reply: { status: 200, schema: clientOut },
  access: managedClient,
  handle: async ({ target }) => shown(target),
})

export const updateClient = operation({
  id: 'oauth-clients.update',
  method: 'PATCH',
  path: '/v1/oauth/clients/{client_id}',
  summary: 'Change an app',
  description:
    'Absent fields stay as they are; null clears a link. Other scopes reach the people connected when their app next ' +
    'refreshes its token: fewer at once, more within what each of them allowed. A listed app that gets another ' +
    'name, another address or a further scope is private again, until it has been reviewed again. The type never changes.',
  scope: 'admin',
  params: clientParams,
  body: clientUpdate,
  reply: { status: 200, schema: clientOut },
  problems: { 409: 'the app is revoked' },
  emits: { 'oauth_client.updated': 'An app changed.' },
  example: { body: { allowed_scopes: ['tasks:read'] } },
  access: managedClient,
  async handle({ ctx, target, body }) {
    requireActive(target)
    const set = changedClient(target, body)
    const change = changedAttributes(target, set, Object.keys(set))
    if (!change) return shown(target)
    const row = await queries.updateClient(ctx, target, set)
    ctx.emit({ ...subject(row), type: 'oauth_client.updated', ...change })
    return shown(row)
  },
})

export const deleteClient = operation({
  id: 'oauth-clients.delete',
  method: 'DELETE',
  path: '/v1/oauth/clients/{client_id}',
  summary: 'Revoke an app',
  description:
    'It can no longer sign in anybody, and every connection and token it holds ends at once, in all organizations. Its ' +
    'record stays. Revoking a revoked one changes nothing.',
  scope: 'admin',
  params: clientParams,
  reply: { status: 200, schema: clientOut },
  emits: { 'oauth_client.revoked': 'An app was revoked.' },
  access: managedClient,
  async handle({ ctx, target }) {
    if (target.revoked_at !== null) return shown(target)
    const ending = { at: ctx.wallTime, by: ctx.user.username, reason: 'client_revoked' }
    const ended = await endConnectionsOf(ctx.db, target.client_id, ending)
    const row = await queries.updateClient(ctx, target, {
      revoked_at: ending.at,
      revoked_by: ctx.user.username,
    })
    ctx.emit({
      ...subject(row),
      type: 'oauth_client.revoked',
      before: { name: target.name, status: 'active' },
      after: { status: 'revoked', connections: ended.connections, access_tokens: ended.tokens },
    })
    return shown(row)
  },
})

export const rotateSecret = operation({
  id: 'oauth-clients.rotate_secret',
  method: 'POST',
  path: '/v1/oauth/clients/{client_id}/rotate-secret',
  summary: 'Replace the secret of an app',
  description:
    'The new secret is shown in this answer alone. The one before works 24 hours more; one older than that stops at once.',
  scope: 'admin',
  params: clientParams,
  reply: { status: 200, schema: clientCreated },
  problems: { 409: 'a public app, which has no secret; a revoked one' },
  emits: { 'oauth_client.secret_rotated': 'An app has a new secret.' },
  access: managedClient,
  async handle({ ctx, target }) {
    requireActive(target)
    if (target.client_type === 'public') throw conflict('A public app has no secret.')
    const secret = newClientSecret()
    const until = new Date(ctx.wallMillis + graceMillis).toISOString()
    const row = await queries.replaceSecret(ctx, target, secretHash(secret), until)
    const rotated = ['secret_rotated_at', 'previous_secret_expires_at'] as const
    ctx.emit({
      ...subject(row),
      type: 'oauth_client.secret_rotated',
      ...changedAttributes(target, row, rotated)!,
    })
    return shownOnce(row, secret)
  },
})
