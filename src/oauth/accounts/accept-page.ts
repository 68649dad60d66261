import { markup, renderPage } from '../../api-docs/layout.ts'
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

export function renderAcceptPage({ invite, flow, username, entered, problem }: AcceptPage): string {
  const { org_name, email, role, invited_by } = invite
  const article = role === 'admin' || role === 'owner' ? 'an' : 'a'
  const title = `Join ${sanitizeName(org_name)}`
  const intro = markup`<p><strong>${invited_by}</strong> invites <strong>${email}</strong> to join
<strong>${sanitizeName(org_name)}</strong> as ${article} ${role}.</p>`
  if (username !== undefined)
    return renderPage(
      title,
      markup`${intro}${renderProblem(problem)}<p>You are signed in as <strong>${username}</strong>.</p>
<form method="post"><div class="answers"><button class="main">Join</button></div></form>`,
    )
  return renderPage(
    title,
    markup`${intro}
${renderProblem(problem)}
<form method="post">
<h2>Create your account</h2>
${renderEmailField(email, true)}
${renderNameField(entered?.name)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">Create account and join</button></div>
</form>
<h2>You have an account?</h2>
<p><a href="/id/sign-in?flow=${flow}">Sign in to join</a></p>`,
  )
}
