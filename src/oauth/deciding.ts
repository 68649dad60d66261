import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Audience } from '../kernel/audience.ts'
import type { OrgRole } from '../kernel/caller.ts'
import type { Context } from '../kernel/context.ts'
import { isRecentSignIn, needsRecentSignIn } from '../kernel/recent-sign-in.ts'
import { recordOf } from '../kernel/write/ledger.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { Services } from '../kernel/services/services.ts'
import { makeOrganization } from '../resources/organizations/making.ts'
import { findReadableProjects } from '../resources/tokens/queries.ts'
import { askedAudiences, askedScopes, findApp, pageContext } from './asking.ts'
import type { Awaiting } from './awaiting.ts'
import type { BrowserSession } from './browser.ts'
import { grantable } from './issuing.ts'

/** What a person chose that the app may reach. */
export interface Chosen {
  /** The organization, or the name of one that is made with the answer. */
  org: { org_id: string } | { name: string }
  /** The projects that it is limited to; null for all of the organization. */
  project_ids: string[] | null
}

/** What became of an answer. `over`: the request was answered before. A problem is one that the person can mend. */
export type Decided = 'decided' | 'over' | { problem: string }

/** Seconds until the app has to have fetched its code; the code's own minute begins when the person is sent back. */
const unusedSeconds = 10 * 60

/** Notes that the person does not want the app to act for them. */
export async function deny(services: Services, awaiting: Awaiting): Promise<'decided' | 'over'> {
  const at = new Date(services.clock()).toISOString()
  return (await awaiting.decide(services.database.db, at, 'denied')) ? 'decided' : 'over'
}

/**
 * Makes the connection that the person allows, and the organization that they name for it: with no more than the app
 * asked for, may ask for, and their role can give, as all of that is now.
 */
export async function allow(
  services: Services,
  request: FastifyRequest,
  session: BrowserSession,
  awaiting: Awaiting,
  chosen: Chosen,
): Promise<Decided> {
  return services.database
    .transaction(async (trx): Promise<Decided> => {
      const ctx = pageContext(services, request, session, trx, true)
      const app = await findApp(trx, String(awaiting.params.client_id), true)
      const place = await placeOf(ctx, trx, chosen.org)
      if (!app || !place) return { problem: 'The app or your membership was ended just now.' }
      const { org_id, role } = place
      const scopes = grantable(askedScopes(awaiting), { ...app, role })
      if (scopes.length === 0) return { problem: 'You can allow it nothing of what it asks for there.' }
      if (mustSignInAgain(services, session, scopes)) return { problem: 'Sign in again to allow this.' }
      const project_ids = chosen.project_ids && [...new Set(chosen.project_ids)]
      if (project_ids && (await findReadableProjects(ctx, org_id, project_ids)).size < project_ids.length)
        return { problem: 'One of the projects is not there any more. Choose again.' }
      const audiences = askedAudiences(services, awaiting)
      const connection = { org_id, client_id: app.client_id, scopes, project_ids, audiences }
      const grantId = await insertGrant(ctx, connection)
      const answer = { accountId: ctx.user.user_id, grantId, orgId: org_id, scope: scopes.join(' ') }
      if (!(await awaiting.decide(trx, ctx.wallTime, answer))) throw new Over()
      await recordOf(ctx, trx)
      return 'decided'
    })
    .catch((error: unknown): Decided => {
      if (error instanceof Over) return 'over'
      throw error
    })
}

/** Returns whether these scopes need a more recent sign-in than this session has. */
export const mustSignInAgain = (
  { clock }: Pick<Services, 'clock'>,
  { authenticated }: BrowserSession,
  scopes: readonly Scope[],
): boolean => needsRecentSignIn(scopes) && !isRecentSignIn(authenticated, clock())

/** Rolls back what was stored for a request that had its answer. */
class Over extends Error {}

/** Where the connection is to be, with the person's role there; undefined when they have none. */
async function placeOf(
  ctx: Context,
  trx: Transaction,
  org: Chosen['org'],
): Promise<{ org_id: string; role: OrgRole } | undefined> {
  if ('org_id' in org) {
    const role = await lockRole(trx, org.org_id, ctx.user.user_id)
    ctx.takeTime()
    return role && { org_id: org.org_id, role }
  }
  ctx.takeTime()
  const { org_id } = await makeOrganization(ctx, { name: org.name })
  return { org_id, role: 'owner' }
}

/** The person's role as it is now; they are kept from leaving, and their role from changing, until it is stored. */
async function lockRole(trx: Transaction, orgId: string, userId: string): Promise<OrgRole | undefined> {
  const [row] = await trx.query(sql<{ role: OrgRole }>`
    select m.role from organization_members m join organizations o on o.org_id = m.org_id and o.deleted_at is null
    where m.org_id = ${orgId} and m.user_id = ${userId} and m.is_active and m.deleted_at is null for share of m`)
  return row?.role
}

/** The event of a new connection. It stands here, since connections are made on the page and by no operation. */
export const grantCreated = { 'oauth_grant.created': 'Somebody connected an app.' }

interface Connection {
  org_id: string
  project_ids: string[] | null
  client_id: string
  scopes: Scope[]
  audiences: Audience[]
}

async function insertGrant(
  ctx: Context,
  { org_id, client_id, scopes, project_ids, audiences }: Connection,
): Promise<string> {
  const grantId = ctx.newId('svcg_')
  const { user_id } = ctx.user
  const expires_at = new Date(ctx.wallMillis + unusedSeconds * 1000).toISOString()
  await ctx.db.query(sql`
    insert into oauth_grants (org_id, grant_id, client_id, user_id, scopes, project_ids, audiences, expires_at,
      created_at, updated_at)
    values (${org_id}, ${grantId}, ${client_id}, ${user_id}, ${scopes}, ${project_ids}, ${audiences},
      ${expires_at}, ${ctx.now}, ${ctx.now})`)
  ctx.emit({
    org_id,
    type: 'oauth_grant.created',
    resource_type: 'oauth_grant',
    resource_id: grantId,
    before: null,
    after: { client_id, user_id, scopes, project_ids, audiences },
  })
  return grantId
}
