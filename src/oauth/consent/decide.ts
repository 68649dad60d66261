import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { TokenAudience } from '../../core/audience.ts'
import type { OrgRole } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import { lockBrowserSession } from '../../auth/browser-sessions.ts'
import { isRecentSignIn, needsRecentSignIn } from '../../core/recent-login.ts'
import { commitContextEvents } from '../../events/log.ts'
import type { Scope } from '../../core/scopes.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { createOrganization } from '../../resources/people/organizations/commands.ts'
import { findReadableProjectIds } from '../../resources/platform/tokens/queries.ts'
import { getRequestedAudiences, getRequestedScopes, findConsentApp, createPageContext } from './request.ts'
import type { PendingAuthorization } from './pending-authorization.ts'
import type { ConsentSession } from './session.ts'
import { consentProblemTexts } from '../messages/errors.ts'
import { limitScopesToRole } from '../tokens/issue.ts'

interface ConsentChoice {
  org: { org_id: string } | { name: string }
  project_ids: string[] | null
}

/** Outcome of a decision. `over`: it was decided before. `problem`: an error that the user can correct. */
export type DecisionOutcome = 'decided' | 'expired' | { problem: string }

/** Expiry of a grant whose code was not exchanged. The code itself expires one minute after the redirect. */
const UNUSED_GRANT_SECONDS = 10 * 60

export async function denyAuthorization(
  services: Dependencies,
  awaiting: PendingAuthorization,
): Promise<'decided' | 'expired'> {
  const at = new Date(services.clock()).toISOString()
  return (await awaiting.decide(services.database.db, at, 'denied')) ? 'decided' : 'expired'
}

/**
 * Creates the grant, and the new organization if one was named. Its scopes are limited to the requested ones, those
 * that the app may request, and those of the user's current role.
 */
export async function grantAuthorization(
  services: Dependencies,
  request: FastifyRequest,
  session: ConsentSession,
  awaiting: PendingAuthorization,
  chosen: ConsentChoice,
): Promise<DecisionOutcome> {
  return services.database
    .transaction(async (trx): Promise<DecisionOutcome> => {
      const ctx = createPageContext(services, request, session, trx, true)
      const { user, browser } = session.caller
      // Locked first, so that a concurrent change of the password waits, and ends the new grant too.
      if (!browser || !(await lockBrowserSession(trx, user.user_id, browser.session_id))) return 'expired'
      const app = await findConsentApp(trx, String(awaiting.params.client_id), true)
      const organization = await resolveOrganization(ctx, trx, chosen.org)
      if (!app || !organization) return { problem: consentProblemTexts.revoked }
      const { org_id, role } = organization
      const scopes = limitScopesToRole(getRequestedScopes(awaiting), { ...app, role })
      if (scopes.length === 0) return { problem: consentProblemTexts.roleTooLow }
      if (requiresNewSignIn(services, session, scopes)) return { problem: consentProblemTexts.signInAgain }
      const project_ids = chosen.project_ids && [...new Set(chosen.project_ids)]
      if (project_ids && (await findReadableProjectIds(ctx, org_id, project_ids)).size < project_ids.length)
        return { problem: consentProblemTexts.missingProject }
      const audiences = getRequestedAudiences(services, awaiting)
      const newGrant = { org_id, client_id: app.client_id, scopes, project_ids, audiences }
      const grantId = await insertGrant(ctx, newGrant)
      const decision = { accountId: ctx.user.user_id, grantId, orgId: org_id, scope: scopes.join(' ') }
      if (!(await awaiting.decide(trx, ctx.wallTime, decision))) throw new AlreadyDecided()
      await commitContextEvents(ctx, trx)
      return 'decided'
    })
    .catch((error: unknown): DecisionOutcome => {
      if (error instanceof AlreadyDecided) return 'expired'
      throw error
    })
}

export const requiresNewSignIn = (
  { clock }: Pick<Dependencies, 'clock'>,
  { authenticated }: ConsentSession,
  scopes: readonly Scope[],
): boolean => needsRecentSignIn(scopes) && !isRecentSignIn(authenticated, clock())

class AlreadyDecided extends Error {}

async function resolveOrganization(
  ctx: Context,
  trx: Transaction,
  org: ConsentChoice['org'],
): Promise<{ org_id: string; role: OrgRole } | undefined> {
  if ('org_id' in org) {
    if (ctx.caller.requiresSecondFactor(org.org_id)) throw ctx.caller.refuseOrganization(org.org_id)
    const role = await lockRole(trx, org.org_id, ctx.user.user_id)
    ctx.refreshTime()
    return role && { org_id: org.org_id, role }
  }
  ctx.refreshTime()
  const { org_id } = await createOrganization(ctx, { name: org.name })
  return { org_id, role: 'owner' }
}

async function lockRole(trx: Transaction, orgId: string, userId: string): Promise<OrgRole | undefined> {
  const [row] = await trx.query(sql<{ role: OrgRole }>`
    select m.role from organization_members m join organizations o on o.org_id = m.org_id and o.deleted_at is null
    where m.org_id = ${orgId} and m.user_id = ${userId} and m.is_active and m.deleted_at is null for share of m`)
  return row?.role
}

/** Event of a new grant. Declared here, since no operation creates grants. */
export const grantCreatedEvent = { 'oauth_grant.created': 'A user connected an OAuth app.' }

interface NewGrant {
  org_id: string
  project_ids: string[] | null
  client_id: string
  scopes: Scope[]
  audiences: TokenAudience[]
}

async function insertGrant(
  ctx: Context,
  { org_id, client_id, scopes, project_ids, audiences }: NewGrant,
): Promise<string> {
  const grantId = ctx.newId('svcg_')
  const { user_id } = ctx.user
  const expires_at = new Date(ctx.wallMillis + UNUSED_GRANT_SECONDS * 1000).toISOString()
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
