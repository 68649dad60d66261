import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../../core/dependencies.ts'
import { compileSchema, type SchemaValidator } from '../../http/validate.ts'
import { secondFactorRequired } from '../../core/errors.ts'
import { isUuid } from '../../core/ids.ts'
import { organizationCreate } from '../../resources/people/organizations/schema.ts'
import {
  getRequestedScopes,
  findConsentApp,
  listReadableProjects,
  MAX_LISTED_PROJECTS,
  createPageContext,
  presentConsentApp,
} from './request.ts'
import type { PendingAuthorization } from './pending-authorization.ts'
import { createCsrfToken, type ConsentSession } from './session.ts'
import { grantAuthorization, denyAuthorization, requiresNewSignIn, type DecisionOutcome } from './decide.ts'
import { limitScopesToRole } from '../tokens/issue.ts'
import { consentProblemTexts } from '../messages/errors.ts'
import {
  renderConsentPage,
  renderNoAccessPage,
  renderOrganizationPage,
  type ConsentPageUser,
} from '../pages/consent-page.ts'

interface ConsentRequest {
  services: Dependencies
  request: FastifyRequest<{ Querystring: { org?: string } }>
  session: ConsentSession
  awaiting: PendingAuthorization
}

/** Returns the user for a page, with the CSRF token of its forms; `id` is what the token is bound to. */
export function toConsentPageUser(
  services: Dependencies,
  session: ConsentSession,
  { id, path }: Pick<PendingAuthorization, 'id' | 'path'>,
): ConsentPageUser {
  const { username, email } = session.caller.user
  return { username, email, path, csrfToken: createCsrfToken(services, session, id) }
}

interface PreviousSubmission {
  org: string
  name: string
  problem: string
  chosen: string[]
}

const NEW_ORGANIZATION = 'new'

export async function buildConsentPage(
  { services, request, session, awaiting }: ConsentRequest,
  previous?: PreviousSubmission,
): Promise<string | undefined> {
  const row = await findConsentApp(services.database.db, String(awaiting.params.client_id))
  if (!row) return undefined
  const app = presentConsentApp(row, awaiting, session)
  const user = toConsentPageUser(services, session, awaiting)
  const organizations = [...session.caller.memberships.values()]
  const [locked] = session.caller.membershipsRequiringSecondFactor
  if (organizations.length === 0 && locked)
    return renderNoAccessPage(app, user, secondFactorRequired(locked.org_name).message)
  const selectedId = previous?.org ?? request.query.org
  const createsOrganization = organizations.length === 0 || selectedId === NEW_ORGANIZATION
  const only = organizations.length === 1 ? organizations[0] : undefined
  const organization = createsOrganization ? null : (only ?? organizations.find(({ org_id }) => org_id === selectedId))
  if (organization === undefined) return renderOrganizationPage(app, user, organizations)
  const requestedScopes = getRequestedScopes(awaiting)
  const scopes = limitScopesToRole(requestedScopes, { ...row, role: organization?.role ?? 'owner' })
  // Caused by the app: roles only remove admin scopes, so they never remove all.
  if (scopes.length === 0) return renderNoAccessPage(app, user, consentProblemTexts.noScopes)
  const ctx = createPageContext(services, request, session, services.database.db)
  const projects = organization ? await listReadableProjects(ctx, organization.org_id) : []
  return renderConsentPage(app, user, {
    organization,
    otherOrganizations: organizations.length - (organization ? 1 : 0),
    scopes,
    missing: requestedScopes.filter((scope) => !scopes.includes(scope)),
    projects: projects.slice(0, MAX_LISTED_PROJECTS),
    hasMoreProjects: projects.length > MAX_LISTED_PROJECTS,
    signInAgain: requiresNewSignIn(services, session, scopes),
    ...previous,
  })
}

let nameValidator: SchemaValidator | undefined

function validateName(name: string): string | undefined {
  nameValidator ??= compileSchema(organizationCreate)
  return nameValidator({ name }) ? undefined : consentProblemTexts.name
}

/** Handles a submitted form. Returns the outcome, or the page to show again; `again` means to sign in first. */
export async function submitDecision(
  consent: ConsentRequest,
  form: URLSearchParams,
): Promise<'allowed' | 'denied' | 'expired' | 'again' | { page: string }> {
  const { services, request, session, awaiting } = consent
  if (form.get('answer') === 'sign-in') return 'again'
  if (form.get('answer') !== 'allow')
    return (await denyAuthorization(services, awaiting)) === 'decided' ? 'denied' : 'expired'
  const [org, name] = [form.get('org') ?? '', form.get('name') ?? '']
  const createsOrganization = org === NEW_ORGANIZATION
  if (!createsOrganization && !isUuid(org)) return 'expired'
  const isLimited = !createsOrganization && form.get('projects') === 'some'
  const chosen = isLimited ? form.getAll('project') : []
  const problem = createsOrganization
    ? validateName(name)
    : isLimited && chosen.length === 0
      ? consentProblemTexts.noProject
      : undefined
  const decided: DecisionOutcome = problem
    ? { problem }
    : await grantAuthorization(services, request, session, awaiting, {
        org: createsOrganization ? { name } : { org_id: org },
        project_ids: isLimited ? chosen : null,
      })
  if (typeof decided === 'string') return decided === 'decided' ? 'allowed' : 'expired'
  const page = await buildConsentPage(consent, { org, name, problem: decided.problem, chosen })
  return page === undefined ? 'expired' : { page }
}
