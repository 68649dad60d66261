import type { FastifyRequest } from 'fastify'
import { sql } from '../../db/sql.ts'
import type { Db } from '../../db/database.ts'
import type { TokenAudience } from '../../core/audience.ts'
import { isLoopback } from '../../core/config/config.ts'
import { Context } from '../../core/context.ts'
import { SYSTEM_ORG_ID } from '../../core/ids.ts'
import { includesScope, scopeNames, type Scope } from '../../core/scopes.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { sanitizeName } from '../../core/text.ts'
import { buildReadableProjectsCondition } from '../../resources/people/organizations/readable-projects.ts'
import type { OAuthClientRegistration } from '../../resources/platform/oauth-clients/queries.ts'
import { isPrivateUseUri } from '../../resources/platform/oauth-clients/redirect-uris.ts'
import type { PendingAuthorization } from './pending-authorization.ts'
import type { ConsentSession } from './session.ts'
import { getDocumentHost } from '../client-documents/parse.ts'
import { resolveResourceAudiences } from '../resource-indicators.ts'
import type { ConsentPageApp } from '../pages/consent-page.ts'

interface ConsentApp {
  client_id: string
  org_id: string
  name: string
  homepage_url: string | null
  privacy_url: string | null
  allowed_scopes: string[]
  registration: OAuthClientRegistration
  review_state: 'private' | 'listed'
  metadata_url: string | null
}

/** Finds an app that is not revoked; `lock` share-locks it until the transaction ends. */
export const findConsentApp = (db: Db, clientId: string, lock = false) =>
  db.queryRowByKey(sql<ConsentApp>`
    select org_id, client_id, name, homepage_url, privacy_url, allowed_scopes, registration, review_state,
      metadata_url
    from oauth_clients
    where client_id = ${clientId} and revoked_at is null ${lock ? sql`for share` : sql``}`)

export function presentConsentApp(
  app: ConsentApp,
  awaiting: PendingAuthorization,
  { caller }: ConsentSession,
): ConsentPageApp {
  const { params, device } = awaiting
  const { name, homepage_url, privacy_url, org_id, registration, review_state, metadata_url } = app
  const registrarMembership = org_id === SYSTEM_ORG_ID ? undefined : caller.memberships.get(org_id)
  // Self-registered apps may request more scopes than were reviewed.
  const exceedsReview = getRequestedScopes(awaiting).some((scope) => !includesScope(app.allowed_scopes, scope))
  const unreviewed = review_state === 'private' ? 'whole' : exceedsReview && 'scopes'
  const details = { name: sanitizeName(name), homepage_url, privacy_url }
  return {
    ...details,
    target: device ?? parseDestination(String(params.redirect_uri)),
    registrar: registrarMembership?.org_name ?? null,
    documentHost: metadata_url && getDocumentHost(metadata_url),
    unreviewed: registrarMembership === undefined && unreviewed,
    isBuiltIn: registration === 'built_in',
  }
}

function parseDestination(address: string): { host: string; local: boolean } {
  const { protocol, host } = new URL(address)
  if (isPrivateUseUri(address)) return { host: `${protocol}//${host}`, local: true }
  return { host, local: isLoopback(address) }
}

export const getRequestedScopes = ({ params }: PendingAuthorization): Scope[] => {
  const requested = String(params.scope ?? '').split(' ')
  return scopeNames.filter((scope) => requested.includes(scope))
}

export const getRequestedAudiences = ({ config }: Dependencies, { params }: PendingAuthorization): TokenAudience[] =>
  resolveResourceAudiences(config.baseUrl, params.resource) ?? ['api']

export function createPageContext(
  services: Dependencies,
  request: FastifyRequest,
  { caller }: Pick<ConsentSession, 'caller'>,
  db: Db,
  inTransaction = false,
): Context {
  const userAgent = request.headers['user-agent']?.slice(0, 300).replaceAll('\0', '') ?? null
  const millis = services.clock()
  return new Context({
    services,
    db,
    database: services.database,
    caller,
    millis,
    inTransaction,
    requestId: request.id,
    ip: request.ip,
    userAgent,
  })
}

export const MAX_LISTED_PROJECTS = 300

/** Lists projects that the user can read and that are not archived, by name; one more than a page shows. */
export const listReadableProjects = (ctx: Context, orgId: string) =>
  ctx.db.query(sql<{ project_id: string; name: string }>`
    select p.project_id, p.name from projects p
    where p.org_id = ${orgId} and p.status <> 'archived' and ${buildReadableProjectsCondition(ctx, sql`${orgId}::uuid`)}
    order by p.name_key, p.project_id limit ${MAX_LISTED_PROJECTS + 1}`)
