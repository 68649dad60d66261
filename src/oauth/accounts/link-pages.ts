import { markup, renderPage } from '../../api-docs/layout.ts'
import { accountProblemTexts } from '../../auth/accounts/problem-texts.ts'
import { accountPageTexts as texts } from '../messages/account-pages.ts'
import { signInTexts } from '../messages/sign-in.ts'
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
    isJoin ? signInTexts.createAnAccount : texts.linkTitle,
    markup`<p>${isJoin ? texts.linkForJoin : texts.linkForSignIn}</p>
${renderProblem(problem)}
<form method="post">
${renderEmailField(email, false, problem)}
<div class="answers"><button class="main">${texts.sendLink}</button></div>
</form>
<p><a href="/auth/sign-in">${texts.withPassword}</a></p>`,
  )
}

export const renderLinkSentPage = (email: string): string =>
  renderPage(
    texts.sentTitle,
    markup`<p>${texts.sent(markup`<strong>${email}</strong>`)}</p>
<p class="soft">${texts.sentHint}</p>`,
  )

export const renderConfirmSignInPage = (email: string): string =>
  renderPage(
    signInTexts.signIn,
    markup`<p>${texts.confirm(markup`<strong>${email}</strong>`)}</p>
<form method="post"><div class="answers"><button class="main">${texts.confirmButton}</button></div></form>
<p class="soft">${texts.confirmHint}</p>`,
  )

/** Renders the page on which a signed-in user of an identity provider gets a password. */
export const renderAddPage = (email: string, username: string, problem?: string): string =>
  renderPage(
    texts.addTitle,
    markup`<p>${texts.addText(markup`<strong>${username}</strong>`)}</p>
${renderProblem(problem)}
<form method="post">
${renderEmailField(email, true)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">${texts.add}</button></div>
</form>`,
  )

/** Renders the page of an address that belongs to a user of an identity provider, who has to sign in first. */
export const renderAddressOfUserPage = (email: string, flow: string): string =>
  renderPage(
    texts.addTitle,
    markup`<p>${texts.addressOfUser(markup`<strong>${email}</strong>`)}</p>
<p><a href="/id/sign-in?flow=${flow}">${signInTexts.signIn}</a></p>
<p class="soft">${texts.addressOfUserHint(markup`<code>svc-server account add</code>`)}</p>`,
  )

/** Renders the page of an address that belongs to a user who cannot sign in any more. */
export const renderAddressOfFormerUserPage = (): string =>
  renderPage(texts.addTitle, markup`${renderProblem(accountProblemTexts.addressOfFormerUser)}`)

/** Renders the page of a user who has an account with another address. */
export const renderHasAccountPage = (otherAddress: string): string =>
  renderPage(
    texts.addTitle,
    markup`${renderProblem(accountProblemTexts.hasOtherAccount(otherAddress))}
<p><a href="/auth/sign-in">${signInTexts.signIn}</a></p>`,
  )

export const renderJoinPage = (email: string, entered: EnteredValues = {}, problem?: string): string =>
  renderPage(
    texts.createYours,
    markup`${renderProblem(problem)}
<form method="post">
${renderEmailField(email, true)}
${renderNameField(entered.name)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">${texts.create}</button></div>
</form>`,
  )
