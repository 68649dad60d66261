import type { OrgRole } from '../../kernel/caller.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { shownName } from '../../kernel/text.ts'
import { markup, page, type Markup } from '../../pages/layout.ts'
import type { AskingDevice } from '../awaiting.ts'
import { hidden, lastingEffects, permissions } from './permissions.ts'

/** The app that asks, as the page shows it. */
export interface AskingApp {
  name: string
  homepage_url: string | null
  privacy_url: string | null
  to: Destination
  /** The organization that registered it, if it is one of the person's own. The name of any other proves nothing. */
  registrar: string | null
  /** The host at which it describes itself, if it is called by the address of its description. */
  describedAt: string | null
  /**
   * Whether nobody has reviewed it, or not for all that it asks for, unless the person is of the organization that
   * registered it.
   */
  unreviewed: 'whole' | 'scopes' | false
  /** Whether it is a part of svc itself. */
  ours: boolean
}

/** Where the answer goes: to where the person is sent back to, or to a device that waits for it. */
type Destination = Place | AskingDevice

interface Place {
  host: string
  /** Whether that is a program on the person's own device. */
  local: boolean
}

/** Who is asked, with what the forms send along to prove that they are ours. */
export interface AskedPerson {
  username: string
  email: string | null
  /** The path of the page of this request. */
  path: string
  /** The token that a form has to bring (`formToken`). */
  form: string
}

/** One of the person's organizations. */
export interface Organization {
  org_id: string
  org_name: string
  role: OrgRole
}

/** What is asked for in one organization. */
export interface Question {
  /** Null: one that the person makes with the answer. */
  organization: Organization | null
  /** How many others of their own the person can choose. */
  others: number
  scopes: Scope[]
  /** What the app asked for and can't be given here. */
  missing: Scope[]
  projects: { project_id: string; name: string }[]
  /** Whether there are more projects than are listed. */
  more: boolean
  /** True if the scopes need a more recent sign-in than the user has. */
  signInAgain: boolean
  /** What was wrong with the answer before. */
  problem?: string
  chosen?: string[]
  /** The name of the organization to be made. */
  name?: string
}

/** The page on which somebody who is in several organizations chooses one, before anything else is asked. */
export function organizationPage(app: AskingApp, asked: AskedPerson, organizations: Organization[]): string {
  const choices = organizations.map(
    ({ org_id, org_name, role }) =>
      markup`<button name="org" value="${org_id}">${org_name} <span class="soft">(${role})</span></button>`,
  )
  return page(
    `${app.name} wants to connect`,
    markup`${signedIn(asked)}
${origin(app)}
<p>It reaches one organization, and no other. Which?</p>
<form class="choices" method="get" action="${asked.path}">${choices}
<button name="org" value="new">A new organization</button></form>
${denial(app, asked)}`,
  )
}

/** The page for somebody who has nothing that the app could reach or could be allowed; `why` is a sentence. */
export const nothingPage = (app: AskingApp, asked: AskedPerson, why: string): string =>
  page(`${app.name} wants to connect`, markup`${signedIn(asked)}\n<p>${why}</p>\n${denial(app, asked)}`)

/** The page on which a person allows an app to act for them, or doesn't. */
export const consentPage = (app: AskingApp, asked: AskedPerson, question: Question): string =>
  page(
    `Connect ${app.name}?`,
    markup`${signedIn(asked)}
${question.problem && markup`<p role="alert" id="problem">${question.problem}</p>`}
${origin(app)}
${rights(app, asked, question)}
<form method="post" action="${asked.path}">${token(asked)}
<input type="hidden" name="org" value="${question.organization?.org_id ?? 'new'}">
${question.organization === null && naming(question)}
${question.projects.length > 0 && projects(question)}
${question.signInAgain && recentSignInNote}
<div class="answers">
${question.signInAgain ? signInAgainButton : markup`<button class="main" name="answer" value="allow">Allow</button>`}
<button name="answer" value="deny" formnovalidate>Don’t allow</button>
</div>
<p class="soft">${onward(app)} You can disconnect ${app.name} at any time.</p>
</form>
${links(app)}`,
  )

const recentSignInNote: Markup = markup`
<p role="note">This app could give others access. Allowing that requires a sign-in within the last 10 minutes.</p>`

const signInAgainButton: Markup = markup`
<button class="main" name="answer" value="sign-in" formnovalidate>Sign in again</button>`

export const token = ({ form }: AskedPerson): Markup =>
  markup`<input type="hidden" name="form" value="${form}">`

export const signedIn = (asked: AskedPerson): Markup => markup`
<form class="line" method="post" action="${asked.path}/sign-out">${token(asked)}
<span>Signed in as <strong>${asked.username}</strong>${asked.email && markup` (${asked.email})`}</span>
<button class="quiet">Use another account</button>
</form>`

const denial = ({ to }: AskingApp, asked: AskedPerson): Markup => markup`
<form class="answers" method="post" action="${asked.path}">${token(asked)}
<button name="answer" value="deny">${isDevice(to) ? 'Don’t connect' : 'Back to the app, without connecting'}</button>
</form>`

const isDevice = (to: Destination): to is AskingDevice => 'code' in to

function onward({ to }: AskingApp): Markup {
  if (isDevice(to)) return markup`The device goes on by itself either way.`
  const { host, local } = to
  const place = local
    ? markup`a program on this device (<strong>${host}</strong>)`
    : markup`<strong>${host}</strong>`
  return markup`You go back to ${place} either way.`
}

/** What there is to say of who asks, and from where. */
function origin(app: AskingApp): Markup {
  const { to, ours, unreviewed } = app
  return markup`${isDevice(to) && asksFrom(app, to)}${ours && !isDevice(to) && ownProgram(app)}
${unreviewed && warning(app)}`
}

/** Of a part of svc itself: what it is needs no proof, but which program on this device asks has none. */
const ownProgram = ({ name }: AskingApp): Markup => markup`
<p role="note"><strong>${name}</strong> is a part of svc itself. Any program on this device can ask in its name, so go on
only if you have just started it yourself.</p>`

/** A device can be anywhere, and the code or link may have come from somebody else (RFC 8628, section 5.4). */
function asksFrom({ name, ours }: AskingApp, device: AskingDevice): Markup {
  const { code, address, beside, program, minutes } = device
  const asked = minutes === 0 ? 'just now' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  return markup`
<p role="note"><strong>Go on only if you have started this yourself, and your device shows the code ${code}.</strong> If
somebody has sent you the code or a link to this page, they want to act in your name: don’t allow it.</p>
<dl><dt>App</dt><dd>${name}${ours && markup`, a part of svc itself`}</dd>
<dt>Asked</dt><dd>${asked}, from ${address}${beside && markup`, the address of this browser too`}</dd>
<dt>Program</dt><dd>${program === null ? 'does not say what it is' : shownName(program)}</dd></dl>`
}

/**
 * A warning of an app that nobody has reviewed. Nothing proves who made a program on the person's own device, but they
 * know whether they started it.
 */
function warning(app: AskingApp): Markup {
  const { name, to, unreviewed, describedAt } = app
  const why = describedAt === null ? markup`Anybody can register an app under any name.` : named(describedAt)
  const what =
    unreviewed === 'scopes'
      ? 'Nobody has reviewed this app for all that it asks for.'
      : 'Nobody has reviewed this app.'
  const unless =
    isDevice(to) || to.local
      ? markup`you have just started ${name} yourself, on ${isDevice(to) ? 'a device of yours' : 'this device'}`
      : markup`you know who runs ${name}, and that <strong>${to.host}</strong> is theirs`
  return markup`
<p role="note"><strong>${what}</strong> ${why} Go on only if ${unless}.</p>`
}

/** Of an app that describes itself: nothing but the host stands for its name. */
const named = (host: string): Markup => markup`An app of <strong>${host}</strong>, which gives it its name.`

const listed = (sentences: string[]): Markup =>
  markup`<ul>${sentences.map((sentence) => markup`<li>${sentence}</li>`)}</ul>`

/** Where the app is to act, and the ways to another place. */
function placing(name: string, path: string, { organization, others }: Question): Markup {
  if (organization === null)
    return markup`<p><strong>${name}</strong> wants to act for you in an organization.
${
  others > 0
    ? markup`You make a new one for it. <a href="${path}">Choose one of yours</a>`
    : markup`You are in none yet: name one, and it is made when you allow this. Has somebody invited you to theirs? Then accept
that first.`
}</p>`
  const elsewhere =
    others > 0
      ? markup`<a href="${path}">Choose another organization</a>`
      : markup`<a href="${path}?org=new">Make another organization</a>`
  return markup`<p><strong>${name}</strong> wants to act for you in <strong>${organization.org_name}</strong>. ${elsewhere}</p>`
}

const naming = ({ name = '', problem }: Question): Markup => markup`
<label class="field">Name of your organization
<input name="name" value="${name}" ${problem && markup`aria-invalid="true" aria-describedby="problem"`} required
maxlength="120" autocomplete="organization"></label>`

function rights(app: AskingApp, { path }: AskedPerson, question: Question): Markup {
  const { name, registrar, describedAt, unreviewed } = app
  const { organization, scopes, missing } = question
  const role = organization?.role ?? 'owner'
  const goingOn = lastingEffects(scopes, role)
  const unseen = ['your password, or how you sign in', 'your other organizations', ...hidden(scopes)]
  return markup`${placing(name, path, question)}
${registrar !== null && markup`<p class="soft">Registered by your organization ${registrar}.</p>`}
${describedAt !== null && !unreviewed && markup`<p class="soft">${named(describedAt)}</p>`}
<h2>It will be able to</h2>
${listed(permissions(scopes))}
<p class="soft">As far as you may yourself, as ${role} there, and under your name. It also learns your username
and e-mail address.</p>
${missing.length > 0 && markup`<h2>It asked for more than you can allow it here</h2>\n${listed(permissions(missing))}`}
<h2>It will not see</h2>
${listed(unseen)}
<h2>When you disconnect it</h2>
<p>It can do nothing more. What it has made and changed stays, as if you had done it yourself.</p>
${goingOn.length > 0 && listed(goingOn)}`
}

function projects({ projects, more, chosen = [], problem }: Question): Markup {
  const some = chosen.length > 0 || problem !== undefined
  const boxes = projects.map(({ project_id, name }) => {
    const checked = chosen.includes(project_id) && markup` checked`
    return markup`<label><input type="checkbox" name="project" value="${project_id}"${checked}>${name}</label>`
  })
  const [all, these] = [!some && markup` checked`, some && markup` checked`]
  return markup`<fieldset${problem && markup` aria-describedby="problem"`}><legend>Projects it reaches</legend>
<label><input type="radio" name="projects" value="all"${all}>All that I can see, later ones too</label>
<label><input type="radio" name="projects" value="some"${these}>Only these, and nothing that lies in no project</label>
<div class="some" role="group" aria-label="Projects" tabindex="0">${boxes}
${more && markup`<p class="soft">There are more projects than this page lists.</p>`}</div>
</fieldset>`
}

function links({ name, homepage_url, privacy_url }: AskingApp): Markup {
  const link = (url: string | null, text: string) =>
    url !== null && markup`<a href="${url}" rel="noopener noreferrer" target="_blank">${text}</a>`
  const [home, privacy] = [link(homepage_url, `About ${name}`), link(privacy_url, 'Its privacy policy')]
  return markup`${(home || privacy) && markup`<p class="line">${home} ${privacy}</p>`}`
}
