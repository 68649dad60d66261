import type { OrgRole } from '../../core/caller.ts'
import type { Scope } from '../../core/scopes.ts'
import { sanitizeName } from '../../core/text.ts'
import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'
import { consentTexts as texts } from '../messages/consent.ts'
import { warningTexts } from '../messages/consent-warnings.ts'
import { roleTexts } from '../messages/scopes.ts'
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
      markup`<button name="org" value="${org_id}">${org_name} <span class="soft">(${roleTexts[role]})</span></button>`,
  )
  return renderPage(
    texts.wantsToConnect(app.name),
    markup`${renderSignedInUser(user)}
${renderWarnings(app)}
<p>${texts.oneOrganization}</p>
<form class="choices" method="get" action="${user.path}">${choices}
<button name="org" value="new">${texts.newOrganization}</button></form>
${renderDenial(app, user)}`,
  )
}

/** Renders the page of an app that cannot get access; `why` is a sentence. */
export const renderNoAccessPage = (app: ConsentPageApp, user: ConsentPageUser, reason: string): string =>
  renderPage(
    texts.wantsToConnect(app.name),
    markup`${renderSignedInUser(user)}\n<p>${reason}</p>\n${renderDenial(app, user)}`,
  )

export const renderConsentPage = (app: ConsentPageApp, user: ConsentPageUser, question: ConsentQuestion): string =>
  renderPage(
    texts.connect(app.name),
    markup`${renderSignedInUser(user)}
${question.problem && markup`<p role="alert" id="problem">${question.problem}</p>`}
${renderWarnings(app)}
${renderAccess(app, user, question)}
<form method="post" action="${user.path}">${renderCsrfField(user)}
<input type="hidden" name="org" value="${question.organization?.org_id ?? 'new'}">
${question.organization === null && renderNameField(question)}
${question.projects.length > 0 && renderProjects(question)}
${question.signInAgain && markup`<p role="note">${texts.recentSignIn}</p>`}
<div class="answers">
${question.signInAgain ? renderSignInAgainButton() : markup`<button class="main" name="answer" value="allow">${texts.allow}</button>`}
<button name="answer" value="deny" formnovalidate>${texts.deny}</button>
</div>
<p class="soft">${renderDestination(app)} ${texts.anyTime(app.name)}</p>
</form>
${renderLinks(app)}`,
  )

const renderSignInAgainButton = (): Markup => markup`
<button class="main" name="answer" value="sign-in" formnovalidate>${texts.signInAgain}</button>`

const strong = (text: string): Markup => markup`<strong>${text}</strong>`

export const renderCsrfField = ({ csrfToken }: ConsentPageUser): Markup =>
  markup`<input type="hidden" name="form" value="${csrfToken}">`

export const renderSignedInUser = (user: ConsentPageUser): Markup => markup`
<form class="line" method="post" action="${user.path}/sign-out">${renderCsrfField(user)}
<span>${texts.signedInAs(markup`${strong(user.username)}${user.email && ` (${user.email})`}`)}</span>
<button class="quiet">${texts.otherAccount}</button>
</form>`

const renderDenial = ({ target }: ConsentPageApp, user: ConsentPageUser): Markup => markup`
<form class="answers" method="post" action="${user.path}">${renderCsrfField(user)}
<button name="answer" value="deny">${isDevice(target) ? texts.denyDevice : texts.denyApp}</button>
</form>`

const isDevice = (to: Destination): to is RequestingDevice => 'code' in to

function renderDestination({ target: to }: ConsentPageApp): Markup {
  if (isDevice(to)) return markup`${texts.deviceContinues}`
  const { host, local } = to
  return local ? texts.returnToProgram(strong(host)) : texts.returnToHost(strong(host))
}

function renderWarnings(app: ConsentPageApp): Markup {
  const { target, isBuiltIn, unreviewed } = app
  return markup`${isDevice(target) && renderDevice(app, target)}${isBuiltIn && !isDevice(target) && renderBuiltInNote(app)}
${unreviewed && renderReviewWarning(app)}`
}

/** Warns that any local program can use the identity of a built-in app. */
const renderBuiltInNote = ({ name }: ConsentPageApp): Markup => markup`
<p role="note">${warningTexts.builtIn(strong(name))}</p>`

/** Warns of phishing, since the code or link may come from an attacker (RFC 8628, section 5.4). */
function renderDevice({ name, isBuiltIn }: ConsentPageApp, device: RequestingDevice): Markup {
  const { code, ip, isSameIp, userAgent, ageMinutes } = device
  const requestedAt = ageMinutes === 0 ? warningTexts.justNow(ip) : warningTexts.minutesAgo(ageMinutes, ip)
  return markup`
<p role="note"><strong>${warningTexts.deviceCode(code)}</strong> ${warningTexts.phishing}</p>
<dl><dt>${warningTexts.app}</dt><dd>${name}${isBuiltIn && `, ${warningTexts.partOfSvc}`}</dd>
<dt>${warningTexts.requested}</dt><dd>${requestedAt}${isSameIp && `, ${warningTexts.sameAddress}`}</dd>
<dt>${warningTexts.program}</dt><dd>${userAgent === null ? warningTexts.unknown : sanitizeName(userAgent)}</dd></dl>`
}

/**
 * Warns of an app that is not reviewed. Nothing proves who made a local program, but users know whether they started
 * it.
 */
function renderReviewWarning(app: ConsentPageApp): Markup {
  const { name, target, unreviewed, documentHost } = app
  const reason = documentHost === null ? warningTexts.anyone : renderHost(documentHost)
  const what = unreviewed === 'scopes' ? warningTexts.unreviewedScopes : warningTexts.unreviewed
  return markup`
<p role="note"><strong>${what}</strong> ${reason} ${renderCondition(name, target)}</p>`
}

function renderCondition(name: string, target: Destination): Markup | string {
  if (isDevice(target)) return warningTexts.onlyIfStartedElsewhere(name)
  return target.local ? warningTexts.onlyIfStarted(name) : warningTexts.onlyIfKnown(name, strong(target.host))
}

/** Names the host of a metadata document, the only verified property of its app. */
const renderHost = (host: string): Markup => warningTexts.providedBy(strong(host))

const renderList = (sentences: string[]): Markup =>
  markup`<ul>${sentences.map((sentence) => markup`<li>${sentence}</li>`)}</ul>`

function renderOrganization(name: string, path: string, { organization, otherOrganizations }: ConsentQuestion): Markup {
  if (organization === null)
    return markup`<p>${texts.wantsToActSomewhere(strong(name))}
${otherOrganizations > 0 ? markup`${texts.isCreated} <a href="${path}">${texts.chooseOwn}</a>` : texts.noMembership}</p>`
  const elsewhere =
    otherOrganizations > 0
      ? markup`<a href="${path}">${texts.chooseOther}</a>`
      : markup`<a href="${path}?org=new">${texts.newOrganization}</a>`
  return markup`<p>${texts.wantsToAct(strong(name), strong(organization.org_name))} ${elsewhere}</p>`
}

const renderNameField = ({ name = '', problem }: ConsentQuestion): Markup => markup`
<label class="field">${texts.organizationName}
<input name="name" value="${name}" ${problem && markup`aria-invalid="true" aria-describedby="problem"`} required
maxlength="120" autocomplete="organization"></label>`

function renderAccess(app: ConsentPageApp, { path }: ConsentPageUser, question: ConsentQuestion): Markup {
  const { name, registrar, documentHost, unreviewed } = app
  const { organization, scopes, missing } = question
  const role = organization?.role ?? 'owner'
  const remainingEffects = listRemainingEffects(scopes, role)
  const hiddenAreas = [texts.signInSecrets, texts.otherOrganizations, ...listHiddenAreas(scopes)]
  return markup`${renderOrganization(name, path, question)}
${registrar !== null && markup`<p class="soft">${texts.registeredBy(registrar)}</p>`}
${documentHost !== null && !unreviewed && markup`<p class="soft">${renderHost(documentHost)}</p>`}
<h2>${texts.ableTo}</h2>
${renderList(describeScopes(scopes))}
<p class="soft">${texts.limitedTo(roleTexts[role])}</p>
${missing.length > 0 && markup`<h2>${texts.notPossible}</h2>\n${renderList(describeScopes(missing))}`}
<h2>${texts.notSee}</h2>
${renderList(hiddenAreas)}
<h2>${texts.whenDisconnected}</h2>
<p>${texts.losesAccess}</p>
${remainingEffects.length > 0 && renderList(remainingEffects)}`
}

function renderProjects({ projects, hasMoreProjects, chosen = [], problem }: ConsentQuestion): Markup {
  const some = chosen.length > 0 || problem !== undefined
  const boxes = projects.map(({ project_id, name }) => {
    const checked = chosen.includes(project_id) && markup` checked`
    return markup`<label><input type="checkbox" name="project" value="${project_id}"${checked}>${name}</label>`
  })
  const [all, these] = [!some && markup` checked`, some && markup` checked`]
  return markup`<fieldset${problem && markup` aria-describedby="problem"`}><legend>${texts.projectsTitle}</legend>
<label><input type="radio" name="projects" value="all"${all}>${texts.allProjects}</label>
<label><input type="radio" name="projects" value="some"${these}>${texts.someProjects}</label>
<div class="some" role="group" aria-label="${texts.projects}" tabindex="0">${boxes}
${hasMoreProjects && markup`<p class="soft">${texts.moreProjects}</p>`}</div>
</fieldset>`
}

function renderLinks({ name, homepage_url, privacy_url }: ConsentPageApp): Markup {
  const link = (url: string | null, text: string) =>
    url !== null && markup`<a href="${url}" rel="noopener noreferrer" target="_blank">${text}</a>`
  const [home, privacy] = [link(homepage_url, texts.about(name)), link(privacy_url, texts.privacy)]
  return markup`${(home || privacy) && markup`<p class="line">${home} ${privacy}</p>`}`
}
