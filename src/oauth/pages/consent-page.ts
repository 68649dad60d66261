import type { OrgRole } from '../../core/caller.ts'
import type { Scope } from '../../core/scopes.ts'
import { sanitizeName } from '../../core/text.ts'
import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'
import type { RequestingDevice } from '../consent/pending-authorization.ts'
import { listHiddenAreas, listRemainingEffects, describeScopes } from './scope-texts.ts'

export interface ConsentPageApp {
  name: string
  homepage_url: string | null
  privacy_url: string | null
  target: Destination
  /** Organization that registered the app, if the user is a member. Names of other organizations prove nothing. */
  registrar: string | null
  /** Host of its metadata document, if its client_id is a URL. */
  documentHost: string | null
  /** Missing review of the app, or of some requested scopes; false for apps of the user's organizations. */
  unreviewed: 'whole' | 'scopes' | false
  isBuiltIn: boolean
}

/** Redirect target of an app, or the device that waits for the decision. */
type Destination = RedirectTarget | RequestingDevice

interface RedirectTarget {
  host: string
  /** True for a program on the user's own device. */
  local: boolean
}

export interface ConsentPageUser {
  username: string
  email: string | null
  path: string
  csrfToken: string
}

interface ConsentOrganization {
  org_id: string
  org_name: string
  role: OrgRole
}

interface ConsentQuestion {
  /** Null for a new organization. */
  organization: ConsentOrganization | null
  /** Number of other organizations that the user can choose. */
  otherOrganizations: number
  scopes: Scope[]
  missing: Scope[]
  projects: { project_id: string; name: string }[]
  hasMoreProjects: boolean
  /** True if the scopes need a more recent sign-in than the user has. */
  signInAgain: boolean
  problem?: string
  chosen?: string[]
  name?: string
}

export function renderOrganizationPage(
  app: ConsentPageApp,
  user: ConsentPageUser,
  organizations: ConsentOrganization[],
): string {
  const choices = organizations.map(
    ({ org_id, org_name, role }) =>
      markup`<button name="org" value="${org_id}">${org_name} <span class="soft">(${role})</span></button>`,
  )
  return renderPage(
    `${app.name} wants to connect`,
    markup`${renderSignedInUser(user)}
${renderWarnings(app)}
<p>It gets access to one organization only. Choose one:</p>
<form class="choices" method="get" action="${user.path}">${choices}
<button name="org" value="new">Create a new organization</button></form>
${renderDenial(app, user)}`,
  )
}

/** Renders the page of an app that cannot get access; `why` is a sentence. */
export const renderNoAccessPage = (app: ConsentPageApp, user: ConsentPageUser, reason: string): string =>
  renderPage(
    `${app.name} wants to connect`,
    markup`${renderSignedInUser(user)}\n<p>${reason}</p>\n${renderDenial(app, user)}`,
  )

export const renderConsentPage = (app: ConsentPageApp, user: ConsentPageUser, question: ConsentQuestion): string =>
  renderPage(
    `Connect ${app.name}?`,
    markup`${renderSignedInUser(user)}
${question.problem && markup`<p role="alert" id="problem">${question.problem}</p>`}
${renderWarnings(app)}
${renderAccess(app, user, question)}
<form method="post" action="${user.path}">${renderCsrfField(user)}
<input type="hidden" name="org" value="${question.organization?.org_id ?? 'new'}">
${question.organization === null && renderNameField(question)}
${question.projects.length > 0 && renderProjects(question)}
${question.signInAgain && recentSignInNote}
<div class="answers">
${question.signInAgain ? signInAgainButton : markup`<button class="main" name="answer" value="allow">Allow</button>`}
<button name="answer" value="deny" formnovalidate>Don’t allow</button>
</div>
<p class="soft">${renderDestination(app)} You can disconnect ${app.name} at any time.</p>
</form>
${renderLinks(app)}`,
  )

const recentSignInNote: Markup = markup`
<p role="note">This app could give others access. Allowing that requires a sign-in within the last 10 minutes.</p>`

const signInAgainButton: Markup = markup`
<button class="main" name="answer" value="sign-in" formnovalidate>Sign in again</button>`

export const renderCsrfField = ({ csrfToken }: ConsentPageUser): Markup =>
  markup`<input type="hidden" name="form" value="${csrfToken}">`

export const renderSignedInUser = (user: ConsentPageUser): Markup => markup`
<form class="line" method="post" action="${user.path}/sign-out">${renderCsrfField(user)}
<span>Signed in as <strong>${user.username}</strong>${user.email && markup` (${user.email})`}</span>
<button class="quiet">Use another account</button>
</form>`

const renderDenial = ({ target }: ConsentPageApp, user: ConsentPageUser): Markup => markup`
<form class="answers" method="post" action="${user.path}">${renderCsrfField(user)}
<button name="answer" value="deny">${isDevice(target) ? 'Don’t connect' : 'Return to the app without connecting'}</button>
</form>`

const isDevice = (to: Destination): to is RequestingDevice => 'code' in to

function renderDestination({ target: to }: ConsentPageApp): Markup {
  if (isDevice(to)) return markup`The device continues automatically either way.`
  const { host, local } = to
  const target = local ? markup`a program on this device (<strong>${host}</strong>)` : markup`<strong>${host}</strong>`
  return markup`You return to ${target} either way.`
}

function renderWarnings(app: ConsentPageApp): Markup {
  const { target, isBuiltIn, unreviewed } = app
  return markup`${isDevice(target) && renderDevice(app, target)}${isBuiltIn && !isDevice(target) && renderBuiltInNote(app)}
${unreviewed && renderReviewWarning(app)}`
}

/** Warns that any local program can use the identity of a built-in app. */
const renderBuiltInNote = ({ name }: ConsentPageApp): Markup => markup`
<p role="note"><strong>${name}</strong> is part of svc. Any program on this device can use its name, so continue only if
you have just started it yourself.</p>`

/** Warns of phishing, since the code or link may come from an attacker (RFC 8628, section 5.4). */
function renderDevice({ name, isBuiltIn }: ConsentPageApp, device: RequestingDevice): Markup {
  const { code, ip, isSameIp, userAgent, ageMinutes } = device
  const requestedAt = ageMinutes === 0 ? 'just now' : ageMinutes === 1 ? 'a minute ago' : `${ageMinutes} minutes ago`
  return markup`
<p role="note"><strong>Continue only if you started this yourself and your device shows the code ${code}.</strong> If
someone sent you the code or a link to this page, they may be trying to get access to your account: don’t allow it.</p>
<dl><dt>App</dt><dd>${name}${isBuiltIn && markup`, part of svc`}</dd>
<dt>Requested</dt><dd>${requestedAt}, from ${ip}${isSameIp && markup`, the same address as this browser`}</dd>
<dt>Program</dt><dd>${userAgent === null ? 'unknown' : sanitizeName(userAgent)}</dd></dl>`
}

/**
 * Warns of an app that is not reviewed. Nothing proves who made a local program, but users know whether they started
 * it.
 */
function renderReviewWarning(app: ConsentPageApp): Markup {
  const { name, target, unreviewed, documentHost } = app
  const reason = documentHost === null ? markup`Anyone can register an app under any name.` : renderHost(documentHost)
  const what =
    unreviewed === 'scopes'
      ? 'This app is not reviewed for all permissions that it requests.'
      : 'This app is not reviewed.'
  const unless =
    isDevice(target) || target.local
      ? markup`you have just started ${name} yourself, on ${isDevice(target) ? 'your device' : 'this device'}`
      : markup`you know who operates ${name} and that <strong>${target.host}</strong> belongs to them`
  return markup`
<p role="note"><strong>${what}</strong> ${reason} Continue only if ${unless}.</p>`
}

/** Names the host of a metadata document, the only verified property of its app. */
const renderHost = (host: string): Markup => markup`Provided by <strong>${host}</strong>, which chose its name.`

const renderList = (sentences: string[]): Markup =>
  markup`<ul>${sentences.map((sentence) => markup`<li>${sentence}</li>`)}</ul>`

function renderOrganization(name: string, path: string, { organization, otherOrganizations }: ConsentQuestion): Markup {
  if (organization === null)
    return markup`<p><strong>${name}</strong> wants to act for you in an organization.
${
  otherOrganizations > 0
    ? markup`A new one is created for it. <a href="${path}">Choose one of yours</a>`
    : markup`You are not a member of an organization yet. Enter a name, and it is created when you allow this. If you have an
invitation, accept it first.`
}</p>`
  const elsewhere =
    otherOrganizations > 0
      ? markup`<a href="${path}">Choose another organization</a>`
      : markup`<a href="${path}?org=new">Create a new organization</a>`
  return markup`<p><strong>${name}</strong> wants to act for you in <strong>${organization.org_name}</strong>. ${elsewhere}</p>`
}

const renderNameField = ({ name = '', problem }: ConsentQuestion): Markup => markup`
<label class="field">Name of your organization
<input name="name" value="${name}" ${problem && markup`aria-invalid="true" aria-describedby="problem"`} required
maxlength="120" autocomplete="organization"></label>`

function renderAccess(app: ConsentPageApp, { path }: ConsentPageUser, question: ConsentQuestion): Markup {
  const { name, registrar, documentHost, unreviewed } = app
  const { organization, scopes, missing } = question
  const role = organization?.role ?? 'owner'
  const remainingEffects = listRemainingEffects(scopes, role)
  const hiddenAreas = ['your password, or how you sign in', 'your other organizations', ...listHiddenAreas(scopes)]
  return markup`${renderOrganization(name, path, question)}
${registrar !== null && markup`<p class="soft">Registered by your organization ${registrar}.</p>`}
${documentHost !== null && !unreviewed && markup`<p class="soft">${renderHost(documentHost)}</p>`}
<h2>It will be able to</h2>
${renderList(describeScopes(scopes))}
<p class="soft">Limited to what you can do there as ${role}, and in your name. It also gets your username and email address.</p>
${missing.length > 0 && markup`<h2>Requested, but not possible here</h2>\n${renderList(describeScopes(missing))}`}
<h2>It will not see</h2>
${renderList(hiddenAreas)}
<h2>When you disconnect it</h2>
<p>It loses all access. What it created and changed remains, as if you had done it yourself.</p>
${remainingEffects.length > 0 && renderList(remainingEffects)}`
}

function renderProjects({ projects, hasMoreProjects, chosen = [], problem }: ConsentQuestion): Markup {
  const some = chosen.length > 0 || problem !== undefined
  const boxes = projects.map(({ project_id, name }) => {
    const checked = chosen.includes(project_id) && markup` checked`
    return markup`<label><input type="checkbox" name="project" value="${project_id}"${checked}>${name}</label>`
  })
  const [all, these] = [!some && markup` checked`, some && markup` checked`]
  return markup`<fieldset${problem && markup` aria-describedby="problem"`}><legend>Projects it can access</legend>
<label><input type="radio" name="projects" value="all"${all}>All projects that I can see, including future ones</label>
<label><input type="radio" name="projects" value="some"${these}>Only these, and nothing outside of projects</label>
<div class="some" role="group" aria-label="Projects" tabindex="0">${boxes}
${hasMoreProjects && markup`<p class="soft">There are more projects than this page lists.</p>`}</div>
</fieldset>`
}

function renderLinks({ name, homepage_url, privacy_url }: ConsentPageApp): Markup {
  const link = (url: string | null, text: string) =>
    url !== null && markup`<a href="${url}" rel="noopener noreferrer" target="_blank">${text}</a>`
  const [home, privacy] = [link(homepage_url, `About ${name}`), link(privacy_url, 'Its privacy policy')]
  return markup`${(home || privacy) && markup`<p class="line">${home} ${privacy}</p>`}`
}
