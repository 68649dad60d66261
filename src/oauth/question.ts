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

/** Answers with a page. */
export const show = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).headers(pageHeaders).send(page)

/** A request that waits for a person, with who is signed in. */
export interface Asked {
  services: Services
  request: FastifyRequest<{ Querystring: { org?: string } }>
  session: BrowserSession
  awaiting: Awaiting
}

/** Who is asked on a page, with what its forms bring along; `id` is what they are about. */
export function askedPerson(
  services: Services,
  session: BrowserSession,
  { id, path }: Pick<Awaiting, 'id' | 'path'>,
): AskedPerson {
  const { username, email } = session.caller.user
  return { username, email, path, form: formToken(services, session, id) }
}

/** What was wrong with an answer, and what it was. */
interface Before {
  org: string
  name: string
  problem: string
  chosen: string[]
}

/** What stands in place of the id of an organization that is made with the answer. */
const newOrganization = 'new'

/** The page for what the person has chosen so far; undefined when the app is gone. */
export async function question(
  { services, request, session, awaiting }: Asked,
  before?: Before,
): Promise<string | undefined> {
  const row = await findApp(services.database.db, String(awaiting.params.client_id))
  if (!row) return undefined
  const app = presentApp(row, awaiting, session)
  const asked = askedPerson(services, session, awaiting)
  const organizations = [...session.caller.memberships.values()]
  const wanted = before?.org ?? request.query.org
  const makes = organizations.length === 0 || wanted === newOrganization
  const only = organizations.length === 1 ? organizations[0] : undefined
  const organization = makes ? null : (only ?? organizations.find(({ org_id }) => org_id === wanted))
  if (organization === undefined) return organizationPage(app, asked, organizations)
  const asks = askedScopes(awaiting)
  const scopes = grantable(asks, { ...row, role: organization?.role ?? 'owner' })
  // A role alone never leaves nothing: it takes away what is for owners and admins.
  if (scopes.length === 0)
    return nothingPage(app, asked, 'It is no longer allowed to ask for any of what it asks for.')
  const ctx = pageContext(services, request, session, services.database.db)
  const projects = organization ? await listReadableProjects(ctx, organization.org_id) : []
  return consentPage(app, asked, {
    organization,
    others: organizations.length - (organization ? 1 : 0),
    scopes,
    missing: asks.filter((scope) => !scopes.includes(scope)),
    projects: projects.slice(0, mostProjectsShown),
    more: projects.length > mostProjectsShown,
    signInAgain: mustSignInAgain(services, session, scopes),
    ...before,
  })
}

let nameCheck: Check | undefined

/** What is wrong with the name of an organization that is to be made, by the rules of making one. */
function wrongName(name: string): string | undefined {
  nameCheck ??= compile(organizationCreate)
  return nameCheck({ name }) ? undefined : 'Give your organization a name of 1 to 120 characters.'
}

/** Handles a submitted form: returns the outcome, or the page to show again; `again` means to sign in first. */
export async function decisionOf(
  asked: Asked,
  form: URLSearchParams,
): Promise<'allowed' | 'denied' | 'over' | 'again' | { page: string }> {
  const { services, request, session, awaiting } = asked
  if (form.get('answer') === 'sign-in') return 'again'
  if (form.get('answer') !== 'allow')
    return (await deny(services, awaiting)) === 'decided' ? 'denied' : 'over'
  const [org, name] = [form.get('org') ?? '', form.get('name') ?? '']
  const makes = org === newOrganization
  if (!makes && !isUuid(org)) return 'over'
  const limited = !makes && form.get('projects') === 'some'
  const chosen = limited ? form.getAll('project') : []
  const problem = makes
    ? wrongName(name)
    : limited && chosen.length === 0
      ? 'Choose at least one project, or all of them.'
      : undefined
  const decided: Decided = problem
    ? { problem }
    : await allow(services, request, session, awaiting, {
        org: makes ? { name } : { org_id: org },
        project_ids: limited ? chosen : null,
      })
  if (typeof decided === 'string') return decided === 'decided' ? 'allowed' : 'over'
  const page = await question(asked, { org, name, problem: decided.problem, chosen })
  return page === undefined ? 'over' : { page }
}
