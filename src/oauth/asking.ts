import type { FastifyRequest } from 'fastify'
import { sql } from '../db/sql.ts'
import type { Db } from '../db/database.ts'
import type { Audience } from '../kernel/audience.ts'
import { isLoopback } from '../kernel/config/config.ts'
import { Context } from '../kernel/context.ts'
import { systemOrganization } from '../kernel/values/ids.ts'
import { holdsScope, scopeNames, type Scope } from '../kernel/scopes.ts'
import type { Services } from '../kernel/services/services.ts'
import { shownName } from '../kernel/text.ts'
import { readableProjects } from '../resources/organizations/access.ts'
import type { Registration } from '../resources/oauth-clients/queries.ts'
import { isPrivateUseUri } from '../resources/oauth-clients/redirect-uris.ts'
import type { Awaiting } from './awaiting.ts'
import type { BrowserSession } from './browser.ts'
import { hostOf } from './documents.ts'
import { audiencesNamed } from './resources.ts'
import type { AskingApp } from './pages/consent-page.ts'

/** An app as the pages and the decision need to know it. */
export interface App {
  client_id: string
  org_id: string
  name: string
  homepage_url: string | null
  privacy_url: string | null
  allowed_scopes: string[]
  registration: Registration
  review_state: 'private' | 'listed'
  metadata_url: string | null
}

/** The app of an authorization request, while it is not revoked; `lock` keeps it so until the transaction ends. */
export async function findApp(db: Db, clientId: string, lock = false): Promise<App | undefined> {
  const [row] = await db.lookUp(sql<App>`
    select org_id, client_id, name, homepage_url, privacy_url, allowed_scopes, registration, review_state,
      metadata_url
    from oauth_clients
    where client_id = ${clientId} and revoked_at is null ${lock ? sql`for share` : sql``}`)
  return row
}

/** What the page says of the app. */
export function presentApp(app: App, awaiting: Awaiting, { caller }: BrowserSession): AskingApp {
  const { params, device } = awaiting
  const { name, homepage_url, privacy_url, org_id, registration, review_state, metadata_url } = app
  const own = org_id === systemOrganization ? undefined : caller.memberships.get(org_id)
  // An app that registered itself may ask for more than what it was looked at for.
  const exceeds = askedScopes(awaiting).some((scope) => !holdsScope(app.allowed_scopes, scope))
  const lacking = review_state === 'private' ? 'whole' : exceeds && 'scopes'
  const shown = { name: shownName(name), homepage_url, privacy_url }
  return {
    ...shown,
    to: device ?? placeOf(String(params.redirect_uri)),
    registrar: own?.org_name ?? null,
    describedAt: metadata_url && hostOf(metadata_url),
    unreviewed: own === undefined && lacking,
    ours: registration === 'built_in',
  }
}

function placeOf(address: string): { host: string; local: boolean } {
  const { protocol, host } = new URL(address)
  if (isPrivateUseUri(address)) return { host: `${protocol}//${host}`, local: true }
  return { host, local: isLoopback(address) }
}

/** The scopes that the app asks for; the authorization endpoint has cut them down to what it may ask for. */
export const askedScopes = ({ params }: Awaiting): Scope[] => {
  const asked = String(params.scope ?? '').split(' ')
  return scopeNames.filter((scope) => asked.includes(scope))
}

/** What the app is going to use the connection for; the authorization endpoint has judged that it is served. */
export const askedAudiences = ({ config }: Services, { params }: Awaiting): Audience[] =>
  audiencesNamed(config.baseUrl, params.resource) ?? ['api']

/** A context for what a person does on a page, which no operation is. */
export function pageContext(
  services: Services,
  request: FastifyRequest,
  { caller }: Pick<BrowserSession, 'caller'>,
  db: Db,
  locking = false,
): Context {
  const userAgent = request.headers['user-agent']?.slice(0, 300).replaceAll('\0', '') ?? null
  const millis = services.clock()
  return new Context({
    services,
    db,
    database: services.database,
    caller,
    millis,
    locking,
    requestId: request.id,
    ip: request.ip,
    userAgent,
  })
}

/** The most projects that a page lists. */
export const mostProjectsShown = 300

/** The live projects of an organization that the person can read, by name; one more than a page lists. */
export const listReadableProjects = (
  ctx: Context,
  orgId: string,
): Promise<{ project_id: string; name: string }[]> =>
  ctx.db.query(sql<{ project_id: string; name: string }>`
    select p.project_id, p.name from projects p
    where p.org_id = ${orgId} and p.status <> 'archived' and ${readableProjects(ctx, sql`${orgId}::uuid`)}
    order by p.name_key, p.project_id limit ${mostProjectsShown + 1}`)
