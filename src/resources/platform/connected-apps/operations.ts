import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { revokeGrant } from '../tokens/queries.ts'
import { buildGrantRevokedEvent, listConnectedAppRows, lockOAuthGrant, type ConnectedAppRow } from './queries.ts'
import { connectedAppSchema, connectedAppParams, connectedAppRevokedSchema } from './schema.ts'

const sorts: ListSpec = {
  sorts: {
    created_at: [{ sql: 'g.created_at', type: 'timestamptz' }],
    last_used_at: [{ sql: 'g.last_used_at', type: 'timestamptz', nullable: true }],
  },
  defaultOrder: [{ sql: 'g.created_at', type: 'timestamptz' }],
  id: { sql: 'g.grant_id', type: 'text' },
}

const presentConnection = (row: ConnectedAppRow) => ({
  grant_id: row.grant_id,
  client_id: row.client_id,
  client_name: row.client_name,
  org_id: row.org_id,
  org_name: row.org_name,
  scopes: row.scopes,
  logo_url: row.logo_url,
  homepage_url: row.homepage_url,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
})

export const listConnectedAppsOperation = defineOperation({
  id: 'connected-apps.list',
  method: 'GET',
  path: '/v1/me/connected-apps',
  summary: 'List connected apps',
  description:
    "Returns the caller's connections to OAuth apps, in all organizations. A connection ends when its " +
    'app does not use it for 30 days. Not available to access tokens.',
  scope: 'session',
  reply: { status: 200, schema: s.pageSchema(connectedAppSchema) },
  list: sorts,
  authorize: () => undefined,
  handle: async ({ ctx, list }) => respondWithPage(ctx, list, await listConnectedAppRows(ctx, list), presentConnection),
})

async function requireOwnConnection({ ctx, params }: { ctx: Context; params: { grant_id: string } }) {
  const grant = await lockOAuthGrant(ctx.database, ctx.db, params.grant_id)
  if (!grant || grant.user_id !== ctx.user.user_id) throw notFound()
  return { ...grant, version: 0 }
}

export const disconnectAppOperation = defineOperation({
  id: 'connected-apps.delete',
  method: 'DELETE',
  path: '/v1/me/connected-apps/{grant_id}',
  summary: 'Disconnect an OAuth app',
  description:
    'Ends a connection and revokes its tokens with immediate effect. What the app created remains, as ' +
    'if the caller had created it: webhooks keep sending, invitations can be accepted, and apps that ' +
    'it registered can be connected, until these are deleted, canceled or revoked. Disconnecting ' +
    'again changes nothing. Not available to access tokens.',
  scope: 'session',
  params: connectedAppParams,
  reply: { status: 200, schema: connectedAppRevokedSchema },
  emits: { 'oauth_grant.revoked': 'A connection to an OAuth app was ended.' },
  authorize: requireOwnConnection,
  async handle({ ctx, target: grant }) {
    const revocation = { at: ctx.wallTime, by: ctx.user.username, reason: 'revoked_by_user' }
    const { connections, tokens } = await revokeGrant(ctx.db, grant.org_id, grant.grant_id, revocation)
    if (connections > 0) ctx.emit(buildGrantRevokedEvent(grant, revocation.reason))
    return respond({ grant_id: grant.grant_id, status: 'revoked', access_revoked: tokens })
  },
})
