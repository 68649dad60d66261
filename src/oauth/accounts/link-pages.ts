import { markup, renderPage } from '../../api-docs/layout.ts'
import {
  renderEmailField,
  renderNameField,
  renderNewPasswordField,
  renderProblem,
  type EnteredValues,
} from './pages.ts'

export function renderRequestLinkPage(purpose: 'reset' | 'join', email?: string, problem?: string): string {
  const isJoin = purpose === 'join'
  return renderPage(
    isJoin ? 'Create an account' : 'Sign in by email',
    markup`<p>Enter your email address. You get a link ${isJoin ? 'to create your account' : 'to sign in or to set a new password'}.</p>
${renderProblem(problem)}
<form method="post">
${renderEmailField(email, false, problem)}
<div class="answers"><button class="main">Send link</button></div>
</form>
<p><a href="/auth/sign-in">Sign in with a password</a></p>`,
  )
}

export const renderLinkSentPage = (email: string): string =>
  renderPage(
    'Check your email',
    markup`<p>If <strong>${email}</strong> can be used on this server, an email with a link is on its way.</p>
<p class="soft">It may take a few minutes. Look in the spam folder too.</p>`,
  )

export const renderConfirmSignInPage = (email: string): string =>
  renderPage(
    'Sign in',
    markup`<p>This link signs you in as <strong>${email}</strong>.</p>
<form method="post"><div class="answers"><button class="main">Sign in in this browser</button></div></form>
<p class="soft">Continue only if this is your account and you asked for the link.</p>`,
  )

export const renderJoinPage = (email: string, entered: EnteredValues = {}, problem?: string): string =>
  renderPage(
    'Create your account',
    markup`${renderProblem(problem)}
<form method="post">
${renderEmailField(email, true)}
${renderNameField(entered.name)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">Create account</button></div>
</form>`,
  )
