import { markup, page } from '../../pages/layout.ts'

/** The page on which one picks or names the person to be, with what was wrong before. */
export function signInPage(names: readonly string[], problem?: string): string {
  const buttons = names.map((name) => markup`<button name="user" value="${name}">${name}</button>`)
  const described = problem && markup` aria-describedby="problem" aria-invalid="true"`
  return page(
    'Sign in for development',
    markup`<p role="note">This is the built-in development provider: no password, anybody can be anybody.</p>
${problem && markup`<p role="alert" id="problem">${problem}</p>`}
<form method="post">
<fieldset><legend>Sign in as</legend><div class="answers">${buttons}</div></fieldset>
</form>
<form method="post">
<label class="field">Or as another user
<input name="user" required maxlength="64" autocomplete="username" autocapitalize="none" spellcheck="false"${described}></label>
<label class="field">E-mail address (made up if left empty)
<input name="email" type="email" maxlength="320" autocomplete="off"></label>
<label><input name="unverified" type="checkbox" value="yes">The address is not verified</label>
<div class="answers"><button class="main">Sign in</button></div>
</form>`,
  )
}

/** The page for a sign-in that is no longer under way. */
export const expiredPage = (): string =>
  page(
    'Sign-in expired',
    markup`<p>This sign-in is no longer under way. Go back to where you began and start again.</p>`,
  )

/** The page for somebody who is not on this machine. */
export const refusedPage = (words: string): string => page('Not from here', markup`<p>${words}</p>`)

/** The page for an authorization request that was refused (RFC 6749 section 4.1.2.1). */
export const errorPage = (error: string, description: string): string =>
  page('Sign-in refused', markup`<p><code>${error}</code></p><p>${description}</p>`)
