import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../kernel/services/services.ts'
import { compile, type Check } from '../kernel/request/validate.ts'
import { isUuid } from '../kernel/values/ids.ts'
import { pageHeaders } from '../pages/layout.ts'
import { organizationCreate } from '../resources/organizations/schemas.ts'
import {
  askedScopes,
  findApp,
  listReadableProjects,
  mostProjectsShown,
  pageContext,
  presentApp,
} from './asking.ts'
import type { Awaiting } from './awaiting.ts'
import { formToken, type BrowserSession } from './browser.ts'
import { allow, deny, mustSignInAgain, type Decided } from './deciding.ts'
import { grantable } from './issuing.ts'
import { consentPage, nothingPage, organizationPage, type AskedPerson } from './pages/consent-page.ts'

export const show = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).headers(pageHeaders).send(page)

export interface Asked {
  services: Services
  request: FastifyRequest<{ Querystring: { org?: string } }>
  session: BrowserSession
  awaiting: Awaiting
}

/** Returns the user for a page, with the CSRF token of its forms; `id` is what the token is bound to. */
export function askedPerson(
  services: Services,
  session: BrowserSession,
  { id, path }: Pick<Awaiting, 'id' | 'path'>,
): AskedPerson {
  const { username, email } = session.caller.user
  return { username, email, path, form: formToken(services, session, id) }
}

interface PreviousSubmission {
  org: string
  name: string
  problem: string
  chosen: string[]
}

const NEW_ORGANIZATION = 'new'

/** Renders the consent page for the choices so far; undefined if the app was revoked. */
export async function question(
  { services, request, session, awaiting }: Asked,
  previous?: PreviousSubmission,
): Promise<string | undefined> {
  const row = await findApp(services.database.db, String(awaiting.params.client_id))
  if (!row) return undefined
  const app = presentApp(row, awaiting, session)
  const user = askedPerson(services, session, awaiting)
  const organizations = [...session.caller.memberships.values()]
  const selectedId = previous?.org ?? request.query.org
  const createsOrganization = organizations.length === 0 || selectedId === NEW_ORGANIZATION
  const only = organizations.length === 1 ? organizations[0] : undefined
  const organization = createsOrganization
    ? null
    : (only ?? organizations.find(({ org_id }) => org_id === selectedId))
  if (organization === undefined) return organizationPage(app, user, organizations)
  const requestedScopes = askedScopes(awaiting)
  const scopes = grantable(requestedScopes, { ...row, role: organization?.role ?? 'owner' })
  // Caused by the app: roles only remove admin scopes, so they never remove all.
  if (scopes.length === 0)
    return nothingPage(app, user, 'The app can no longer request any of these permissions.')
  const ctx = pageContext(services, request, session, services.database.db)
  const projects = organization ? await listReadableProjects(ctx, organization.org_id) : []
  return consentPage(app, user, {
    organization,
    others: organizations.length - (organization ? 1 : 0),
    scopes,
    missing: requestedScopes.filter((scope) => !scopes.includes(scope)),
    projects: projects.slice(0, mostProjectsShown),
    more: projects.length > mostProjectsShown,
    signInAgain: mustSignInAgain(services, session, scopes),
    ...previous,
  })
}

let nameValidator: Check | undefined

/** Returns the error of an invalid name of a new organization. */
function validateName(name: string): string | undefined {
  nameValidator ??= compile(organizationCreate)
  return nameValidator({ name }) ? undefined : 'Enter a name of 1 to 120 characters for the organization.'
}

/** Handles a submitted form. Returns the outcome, or the page to show again; `again` means to sign in first. */
export async function decisionOf(
  pending: Asked,
  form: URLSearchParams,
): Promise<'allowed' | 'denied' | 'over' | 'again' | { page: string }> {
  const { services, request, session, awaiting } = pending
  if (form.get('answer') === 'sign-in') return 'again'
  if (form.get('answer') !== 'allow')
    return (await deny(services, awaiting)) === 'decided' ? 'denied' : 'over'
  const [org, name] = [form.get('org') ?? '', form.get('name') ?? '']
  const createsOrganization = org === NEW_ORGANIZATION
  if (!createsOrganization && !isUuid(org)) return 'over'
  const isLimited = !createsOrganization && form.get('projects') === 'some'
  const chosen = isLimited ? form.getAll('project') : []
  const problem = createsOrganization
    ? validateName(name)
    : isLimited && chosen.length === 0
      ? 'Choose at least one project, or all projects.'
      : undefined
  const decided: Decided = problem
    ? { problem }
    : await allow(services, request, session, awaiting, {
        org: createsOrganization ? { name } : { org_id: org },
        project_ids: isLimited ? chosen : null,
      })
  if (typeof decided === 'string') return decided === 'decided' ? 'allowed' : 'over'
  const page = await question(pending, { org, name, problem: decided.problem, chosen })
  return page === undefined ? 'over' : { page }
}
