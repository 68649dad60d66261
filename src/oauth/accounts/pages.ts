import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'
import { renderQrCode } from '../../core/qr-code.ts'
import { accountPageTexts, secondFactorTexts } from '../messages/account-pages.ts'
import { signInTexts } from '../messages/sign-in.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../auth/accounts/passwords.ts'

/** Values of a form that are shown again after an error. Passwords are not among them. */
export interface EnteredValues {
  email?: string
  name?: string
}

export const renderProblem = (problem: string | undefined): Markup | undefined =>
  problem === undefined ? undefined : markup`<p role="alert" id="problem">${problem}</p>`

const problemAttributes: Markup = markup` aria-invalid="true" aria-describedby="problem"`

const renderFlowField = (flow: string): Markup => markup`<input type="hidden" name="flow" value="${flow}">`

/** Renders an email field. `fixed` shows an address that cannot be changed, for password managers too. */
export const renderEmailField = (value: string | undefined, fixed = false, problem?: string): Markup =>
  markup`<label class="field">${signInTexts.email}
<input name="email" type="email" value="${value}" required maxlength="254" autocomplete="username" autocapitalize="none"
spellcheck="false"${fixed && markup` readonly`}${problem !== undefined && problemAttributes}></label>`

export const renderNameField = (value: string | undefined): Markup =>
  markup`<label class="field">${signInTexts.name}
<input name="name" value="${value}" required maxlength="120" autocomplete="name"></label>`

export const renderNewPasswordField = (problem: string | undefined): Markup =>
  markup`<label class="field">${signInTexts.newPassword}
<input name="password" type="password" required minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}"
autocomplete="new-password"${problem !== undefined && problemAttributes}>
<span class="soft">${signInTexts.newPasswordHint(MIN_PASSWORD_LENGTH)}</span></label>`

interface SignInPage {
  flow: string
  entered?: EnteredValues
  problem?: string | undefined
  /** True while the server has no accounts. */
  isFirstStart: boolean
  /** Links to further ways, which depend on the settings. */
  canReset: boolean
  canJoin: boolean
  provider: boolean
  /** True if the sign-in connects an identity with the account. */
  connects: boolean
  passkey: Markup | undefined
}

export function renderSignInPage(page: SignInPage): string {
  const { flow, entered, problem, isFirstStart, canReset, canJoin, provider, connects, passkey } = page
  return renderPage(
    connects ? signInTexts.connectTitle : signInTexts.signIn,
    markup`${connects && markup`<p>${signInTexts.connectText}</p>`}
${isFirstStart && markup`<p role="note">${signInTexts.firstStart(markup`<code>svc-server account add</code>`)}</p>`}
${renderProblem(problem)}
<form method="post" action="/id/sign-in">${renderFlowField(flow)}
${renderEmailField(entered?.email, false, problem)}
<label class="field">${signInTexts.password}
<input name="password" type="password" required maxlength="${MAX_PASSWORD_LENGTH}" autocomplete="current-password"${problem !== undefined && problemAttributes}></label>
<div class="answers"><button class="main">${signInTexts.signIn}</button></div>
</form>
${passkey}
${provider && markup`<p><a href="/id/provider?flow=${flow}">${signInTexts.provider}</a></p>`}
${canReset && markup`<p><a href="/id/reset">${signInTexts.byEmail}</a></p>`}
${canJoin && markup`<p><a href="/id/join">${signInTexts.createAnAccount}</a></p>`}
${!canReset && !isFirstStart && markup`<p class="soft">${signInTexts.forgot}</p>`}`,
  )
}

export const renderSetupPage = (entered: EnteredValues = {}, problem?: string): string =>
  renderPage(
    accountPageTexts.setupTitle,
    markup`<p>${accountPageTexts.setupText}</p>
${renderProblem(problem)}
<form method="post">
${renderEmailField(entered.email, false, problem)}
${renderNameField(entered.name)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">${accountPageTexts.create}</button></div>
</form>`,
  )

export const renderPasswordPage = (email: string, problem?: string): string =>
  renderPage(
    accountPageTexts.passwordTitle,
    markup`${renderProblem(problem)}
<form method="post">
${renderEmailField(email, true)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">${accountPageTexts.passwordButton}</button></div>
</form>
<p class="soft">${accountPageTexts.passwordHint}</p>`,
  )

const renderSignInLink = (): Markup => markup`<a href="/auth/sign-in">${signInTexts.signIn}</a>`

/** Renders the page of a link that was used, has expired, or does not exist; these are not distinguished. */
export const renderInvalidLinkPage = (): string =>
  renderPage(
    signInTexts.badLinkTitle,
    markup`<p>${signInTexts.badLink((text) => markup`<a href="/auth/sign-in">${text}</a>`)}</p>`,
  )

export const renderExpiredFlowPage = (): string =>
  renderPage(
    signInTexts.expiredTitle,
    markup`<p>${signInTexts.expired}</p>
<p>${renderSignInLink()}</p>`,
  )

export const renderRejectedFormPage = (): string =>
  renderPage(
    signInTexts.rejectedTitle,
    markup`<p>${signInTexts.rejected}</p>
<p>${renderSignInLink()}</p>`,
  )

export const renderBusyPage = (message: string): string =>
  renderPage(signInTexts.tryAgain, markup`<p role="alert">${message}</p><p>${renderSignInLink()}</p>`)

const renderCodeField = (problem: string | undefined): Markup =>
  markup`<label class="field">${secondFactorTexts.code}
<input name="code" required maxlength="24" autocomplete="one-time-code" inputmode="text" autocapitalize="none"
spellcheck="false"${problem !== undefined && problemAttributes}></label>`

interface SecondFactorPage {
  flow: string
  problem: string | undefined
  has_totp: boolean
  passkey: Markup | undefined
}

export const renderSecondFactorPage = ({ flow, problem, has_totp, passkey }: SecondFactorPage): string =>
  renderPage(
    has_totp ? secondFactorTexts.codeTitle : secondFactorTexts.passkeyTitle,
    markup`${renderProblem(problem)}
${
  has_totp &&
  markup`<p>${secondFactorTexts.codeText}</p>
<form method="post" action="/id/second-factor">${renderFlowField(flow)}
${renderCodeField(problem)}
<div class="answers"><button class="main">${signInTexts.signIn}</button></div>
</form>`
}
${!has_totp && markup`<p>${secondFactorTexts.passkeyText}</p>`}
${passkey}`,
  )

interface NewSecondFactorPage {
  flow: string
  secret: string
  uri: string
  problem: string | undefined
}

function renderTotpQrCode(uri: string): Markup | false {
  const image = renderQrCode(uri)
  if (image === null) return false
  return markup`<p>${secondFactorTexts.scan}</p>
<div class="code" role="img" aria-label="${secondFactorTexts.qrCode}">${{ html: image }}</div>`
}

export const renderNewSecondFactorPage = ({ flow, secret, uri, problem }: NewSecondFactorPage): string =>
  renderPage(
    secondFactorTexts.newTitle,
    markup`<p>${secondFactorTexts.newText}</p>
${renderProblem(problem)}
${renderTotpQrCode(uri)}
<p>${secondFactorTexts.key((text) => markup`<a href="${uri}">${text}</a>`)}</p>
<pre><code>${secret.match(/.{1,4}/g)!.join(' ')}</code></pre>
<form method="post" action="/id/new-second-factor">${renderFlowField(flow)}
${renderCodeField(problem)}
<div class="answers"><button class="main">${secondFactorTexts.confirm}</button></div>
</form>`,
  )

export const renderRecoveryCodesPage = (codes: readonly string[], path: string): string =>
  renderPage(
    secondFactorTexts.recoveryTitle,
    markup`<p>${secondFactorTexts.recoveryText}</p>
<pre><code>${codes.join('\n')}</code></pre>
<p><a href="${path}">${secondFactorTexts.continue}</a></p>`,
  )
