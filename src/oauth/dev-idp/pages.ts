import { markup, renderPage } from '../../api-docs/layout.ts'

export function renderDevSignInPage(names: readonly string[], problem?: string): string {
  const buttons = names.map((name) => markup`<button name="user" value="${name}">${name}</button>`)
  const problemAttributes = problem && markup` aria-describedby="problem" aria-invalid="true"`
  return renderPage(
    'Sign in for development',
    markup`<p role="note">This is the built-in development provider: sign in as any user, without a password.</p>
${problem && markup`<p role="alert" id="problem">${problem}</p>`}
<form method="post">
<fieldset><legend>Sign in as</legend><div class="answers">${buttons}</div></fieldset>
</form>
<form method="post">
<label class="field">Or as another user
<input name="user" required maxlength="64" autocomplete="username" autocapitalize="none" spellcheck="false"${problemAttributes}></label>
<label class="field">Email address (generated if empty)
<input name="email" type="email" maxlength="320" autocomplete="off"></label>
<label><input name="unverified" type="checkbox" value="yes">The address is not verified</label>
<div class="answers"><button class="main">Sign in</button></div>
</form>`,
  )
}

export const renderDevExpiredPage = (): string =>
  renderPage('Sign-in expired', markup`<p>This sign-in has expired. Go back and start again.</p>`)

export const renderDevRejectedPage = (words: string): string => renderPage('Not from here', markup`<p>${words}</p>`)

/** Renders the page for a rejected authorization request (RFC 6749, section 4.1.2.1). */
export const renderDevErrorPage = (error: string, description: string): string =>
  renderPage('Sign-in refused', markup`<p><code>${error}</code></p><p>${description}</p>`)
