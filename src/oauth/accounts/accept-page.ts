import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'
import { accountPageTexts as texts } from '../messages/account-pages.ts'
import { sanitizeName } from '../../core/text.ts'
import type { LinkedInvite } from '../../resources/people/invites/queries.ts'
import {
  renderEmailField,
  renderNameField,
  renderNewPasswordField,
  renderProblem,
  type EnteredValues,
} from './pages.ts'

export interface AcceptPage {
  invite: LinkedInvite
  /** Encrypted sign-in that returns to this page. */
  flow: string
  /** User who is signed in with the invited address. */
  username: string | undefined
  entered?: EnteredValues
  problem?: string
}

const strong = (text: string): Markup => markup`<strong>${text}</strong>`

export function renderAcceptPage({ invite, flow, username, entered, problem }: AcceptPage): string {
  const { org_name, email, role, invited_by } = invite
  const org = sanitizeName(org_name)
  const title = texts.joinTitle(org)
  const names = { inviter: strong(invited_by), email: strong(email), org: strong(org), role }
  const intro = markup`<p>${texts.invitation(names)}</p>`
  if (username !== undefined)
    return renderPage(
      title,
      markup`${intro}${renderProblem(problem)}<p>${texts.signedInAs(strong(username))}</p>
<form method="post"><div class="answers"><button class="main">${texts.join}</button></div></form>`,
    )
  return renderPage(
    title,
    markup`${intro}
${renderProblem(problem)}
<form method="post">
<h2>${texts.createYours}</h2>
${renderEmailField(email, true)}
${renderNameField(entered?.name)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">${texts.createAndJoin}</button></div>
</form>
<h2>${texts.haveAccount}</h2>
<p><a href="/id/sign-in?flow=${flow}">${texts.signInToJoin}</a></p>`,
  )
}
