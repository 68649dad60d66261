import { hash } from 'node:crypto'

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 2rem auto; padding: 0 1rem }
label, .names { display: block; margin: 1rem 0 }
input:not([type=checkbox]) { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem }
button { font: inherit; padding: .5rem 1rem; margin: 0 .25rem .25rem 0 }
[role=note], [role=alert] { border-left: .25rem solid #b35900; padding-left: .75rem }
`

/** Headers of every page of the development provider; the form's target is added by the page that has one. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...policy("'none'"),
}

/** A content security policy (CSP 3) without scripts, whose forms may lead to `targets` only. */
export function policy(targets: string): { 'content-security-policy': string } {
  const style = `'sha256-${hash('sha256', STYLE, 'base64')}'`
  const rest = "base-uri 'none'; frame-ancestors 'none'"
  return {
    'content-security-policy': `default-src 'none'; style-src ${style}; form-action ${targets}; ${rest}`,
  }
}

/** The page on which one picks or names the person to be, with what was wrong before. */
export function signInPage(names: readonly string[], problem?: string): string {
  const buttons = names.map((name) => `<button name="user" value="${escape(name)}">${escape(name)}</button>`)
  return page(
    'Sign in for development',
    `<p role="note">This is the built-in development provider: no password, anybody can be anybody.</p>
${problem ? `<p role="alert" id="problem">${escape(problem)}</p>` : ''}
<form method="post">
<fieldset class="names"><legend>Sign in as</legend>${buttons.join('')}</fieldset>
</form>
<form method="post">
<label>Or as another user
<input name="user" required maxlength="64" autocomplete="username" autocapitalize="none" spellcheck="false"${
      problem ? ' aria-describedby="problem" aria-invalid="true"' : ''
    }></label>
<label>E-mail address (made up if left empty)
<input name="email" type="email" maxlength="320" autocomplete="off"></label>
<label><input name="unverified" type="checkbox" value="yes"> The address is not verified</label>
<button>Sign in</button>
</form>`,
  )
}

/** The page for a sign-in that is no longer under way. */
export function expiredPage(): string {
  return page(
    'Sign-in expired',
    '<p>This sign-in is no longer under way. Go back to where you began and start again.</p>',
  )
}

/** The page for an authorization request that was refused (RFC 6749 section 4.1.2.1). */
export function errorPage(error: string, description: string): string {
  return page('Sign-in refused', `<p><code>${escape(error)}</code></p><p>${escape(description)}</p>`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body>
</html>
`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
