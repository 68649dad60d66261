import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'
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
  markup`<label class="field">Email address
<input name="email" type="email" value="${value}" required maxlength="254" autocomplete="username" autocapitalize="none"
spellcheck="false"${fixed && markup` readonly`}${problem !== undefined && problemAttributes}></label>`

export const renderNameField = (value: string | undefined): Markup =>
  markup`<label class="field">Your name
<input name="name" value="${value}" required maxlength="120" autocomplete="name"></label>`

export const renderNewPasswordField = (problem: string | undefined): Markup =>
  markup`<label class="field">New password
<input name="password" type="password" required minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}"
autocomplete="new-password"${problem !== undefined && problemAttributes}>
<span class="soft">At least ${MIN_PASSWORD_LENGTH} characters. A few random words are easy to remember.</span></label>`

interface SignInPage {
  flow: string
  entered?: EnteredValues
  problem?: string | undefined
  /** Links to further ways, which depend on the settings. */
  canReset: boolean
  canJoin: boolean
  provider: boolean
  /** True if the sign-in connects an identity with the account. */
  connects: boolean
  passkey: Markup | undefined
}

export function renderSignInPage(page: SignInPage): string {
  const { flow, entered, problem, canReset, canJoin, provider, connects, passkey } = page
  return renderPage(
    connects ? 'Connect your account' : 'Sign in',
    markup`${connects && markup`<p>This server has an account with your address. Sign in to it once: from then on, your identity provider leads to the same user.</p>`}
${renderProblem(problem)}
<form method="post" action="/id/sign-in">${renderFlowField(flow)}
${renderEmailField(entered?.email, false, problem)}
<label class="field">Password
<input name="password" type="password" required maxlength="${MAX_PASSWORD_LENGTH}" autocomplete="current-password"${problem !== undefined && problemAttributes}></label>
<div class="answers"><button class="main">Sign in</button></div>
</form>
${passkey}
${provider && markup`<p><a href="/id/provider?flow=${flow}">Sign in with your organization’s identity provider</a></p>`}
${canReset && markup`<p><a href="/id/reset">Sign in or set a new password by email</a></p>`}
${canJoin && markup`<p><a href="/id/join">Create an account</a></p>`}
${!canReset && markup`<p class="soft">Forgot your password? Ask the administrator of this server for a link to set a new one.</p>`}`,
  )
}

export const renderSetupPage = (entered: EnteredValues = {}, problem?: string): string =>
  renderPage(
    'Set up the first account',
    markup`<p>This server has no accounts yet. Create yours; then you can create an organization and invite others.</p>
${renderProblem(problem)}
<form method="post">
${renderEmailField(entered.email, false, problem)}
${renderNameField(entered.name)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">Create account</button></div>
</form>`,
  )

export const renderPasswordPage = (email: string, problem?: string): string =>
  renderPage(
    'Set a password',
    markup`${renderProblem(problem)}
<form method="post">
${renderEmailField(email, true)}
${renderNewPasswordField(problem)}
<div class="answers"><button class="main">Set password and sign in</button></div>
</form>
<p class="soft">Other sessions and connected apps of this account will end.</p>`,
  )

/** Renders the page of a link that was used, has expired, or does not exist; these are not distinguished. */
export const renderInvalidLinkPage = (): string =>
  renderPage(
    'This link does not work',
    markup`<p>It was already used, has expired, or is incomplete. Ask for a new one, or <a href="/auth/sign-in">sign in</a>.</p>`,
  )

export const renderExpiredFlowPage = (): string =>
  renderPage(
    'This sign-in is no longer valid',
    markup`<p>It has expired or was started in another browser.</p>
<p><a href="/auth/sign-in">Sign in</a></p>`,
  )

export const renderRejectedFormPage = (): string =>
  renderPage(
    'Form rejected',
    markup`<p>The form was not submitted from a page of this server, or this browser does not send where it came from.</p>
<p><a href="/auth/sign-in">Sign in</a></p>`,
  )

export const renderBusyPage = (message: string): string =>
  renderPage('Try again', markup`<p role="alert">${message}</p><p><a href="/auth/sign-in">Sign in</a></p>`)

const renderCodeField = (problem: string | undefined): Markup =>
  markup`<label class="field">Code
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
    has_totp ? 'Enter your code' : 'Use your passkey',
    markup`${renderProblem(problem)}
${
  has_totp &&
  markup`<p>Enter the code that your authenticator app shows, or one of your recovery codes.</p>
<form method="post" action="/id/second-factor">${renderFlowField(flow)}
${renderCodeField(problem)}
<div class="answers"><button class="main">Sign in</button></div>
</form>`
}
${!has_totp && markup`<p>One of your organizations requires a second factor. Passkeys need JavaScript in this browser.</p>`}
${passkey}`,
  )

interface NewSecondFactorPage {
  flow: string
  secret: string
  uri: string
  problem: string | undefined
}

export const renderNewSecondFactorPage = ({ flow, secret, uri, problem }: NewSecondFactorPage): string =>
  renderPage(
    'Set up an authenticator app',
    markup`<p>One of your organizations requires a second factor.</p>
${renderProblem(problem)}
<p>Add this key to an authenticator app, or <a href="${uri}">open it in an app on this device</a>:</p>
<pre><code>${secret.match(/.{1,4}/g)!.join(' ')}</code></pre>
<form method="post" action="/id/new-second-factor">${renderFlowField(flow)}
${renderCodeField(problem)}
<div class="answers"><button class="main">Confirm</button></div>
</form>`,
  )

export const renderRecoveryCodesPage = (codes: readonly string[], path: string): string =>
  renderPage(
    'Keep your recovery codes',
    markup`<p>Each of these codes replaces a code of the app once, such as when the device is lost. They are not shown
again: print them, or store them in a password manager.</p>
<pre><code>${codes.join('\n')}</code></pre>
<p><a href="${path}">Continue</a></p>`,
  )
