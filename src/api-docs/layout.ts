import { hash } from 'node:crypto'
import { getLanguage } from '../core/messages/language.ts'
import { escapeHtml } from '../core/text.ts'

export const baseStyles = `
:root { color-scheme: light dark; --ink: #1a1b20; --soft: #555864; --page: #f5f5f7; --card: #ffffff; --line: #8c8f9c;
  --main: #3d56cf; --on-main: #ffffff; --warn: #8a5a00; --warn-page: #fdf3dc; --wrong: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e8ec; --soft: #a8abb7; --page: #0f1012; --card: #15161a;
  --line: #666a77; --main: #8b9dff; --on-main: #15161a; --warn: #e8b64c; --warn-page: #33290f; --wrong: #ff938a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere }
a { color: var(--main) }
.soft { color: var(--soft) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
`

/** Styles of pages with a card. Without fonts, images or scripts, so that nothing is loaded from elsewhere. */
const style = `${baseStyles}
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .75rem }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .75rem; hyphens: auto }
@media (max-width: 36rem) { main { margin: 0; padding: 1.5rem 1rem; border: 0; border-radius: 0; min-height: 100vh }
  h1 { font-size: 1.25rem } }
h2 { font-size: 1rem; margin: 1.5rem 0 .25rem }
p { margin: .5rem 0 }
ul { margin: .25rem 0; padding-left: 1.25rem }
li { margin: .25rem 0 }
strong { unicode-bidi: isolate }
[role=note], [role=alert] { border-left: .25rem solid var(--warn); background: var(--warn-page); padding: .5rem .75rem;
  margin: 1rem 0 }
[role=alert] { border-color: var(--wrong) }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 1.5rem 0 0; padding: .25rem .75rem .75rem }
legend { font-weight: 600; padding: 0 .25rem }
label { display: flex; align-items: baseline; padding: .375rem 0 }
label.field { display: block; padding: .5rem 0 }
input:not([type=radio], [type=checkbox]) { display: block; width: 100%; font: inherit; padding: .5rem;
  color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .375rem }
input[type=radio], input[type=checkbox] { flex: none; width: 1.125rem; height: 1.125rem; margin: 0 .5rem 0 0;
  position: relative; top: .2rem; accent-color: var(--main) }
.some { max-height: 16rem; overflow: auto; margin-left: 1.625rem }
@supports selector(:has(*)) { fieldset:not(:has([value=some]:checked)) .some { display: none } }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1rem; border-radius: .5rem;
  border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer }
button.main { background: var(--main); border-color: var(--main); color: var(--on-main) }
button.quiet { font-weight: 400; min-height: 1.5rem; border: 0; padding: 0; color: var(--main);
  text-decoration: underline }
.answers { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 .5rem }
.answers button { flex: 1 1 8rem }
.choices button { display: block; width: 100%; text-align: left; margin: .5rem 0 }
.line { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline }
pre { margin: .5rem 0; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--page); white-space: pre-wrap }
code { font-size: .9em }
.code { max-width: 14rem; margin: .75rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .75rem; margin: .75rem 0 }
dt { color: var(--soft) }
dd { margin: 0 }
`

/** Builds a content security policy (CSP 3): this style only, no scripts, external resources or frames. */
export function buildContentSecurityPolicy(style: string, targets: string): { 'content-security-policy': string } {
  const allowed = `'sha256-${hash('sha256', style, 'base64')}'`
  return {
    'content-security-policy': `default-src 'none'; style-src ${allowed}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
  }
}

export const buildPagePolicy = (targets = "'self'") => buildContentSecurityPolicy(style, targets)

/** `same-origin` instead of `no-referrer`, with which browsers would omit the Origin of forms. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...buildPagePolicy(),
}

export interface Markup {
  readonly html: string
}

type Value = Markup | Markup[] | string | number | false | null | undefined

/** Builds HTML from a template. Escapes values unless they are HTML; omits `null`, `undefined` and `false`. */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return { html: parts.reduce((text, part, i) => text + toHtml(values[i - 1]) + part) }
}

function toHtml(value: Value): string {
  if (value === false || value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(({ html }) => html).join('')
  return typeof value === 'object' ? value.html : escapeHtml(String(value))
}

export const renderDocument = (title: string, styleText: string, body: Markup, head?: Markup): string =>
  markup`<!doctype html>
<html lang="${getLanguage()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${title}</title><style>${{ html: styleText }}</style></head>
<body>${body}</body>
</html>
`.html

export function renderPage(title: string, body: Markup, redirectUrl?: string): string {
  const refresh =
    redirectUrl === undefined ? undefined : markup`<meta http-equiv="refresh" content="0;url=${redirectUrl}">`
  const card = markup`<main>
<h1>${title}</h1>
${body}
</main>`
  return renderDocument(title, style, card, refresh)
}
