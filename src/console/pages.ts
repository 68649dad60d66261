import { hash } from 'node:crypto'
import { documentOf, markup, page, pageHeaders } from '../pages/layout.ts'

/** The page in place of a console that is not built. */
export const unbuiltPage = (): string =>
  page(
    'The console is not built',
    markup`<p>The API answers as always; the web application that belongs to it has not been built here, or its build failed.</p>
<pre><code>npm run build:web</code></pre>
<p>Then load this page again. <a href="/docs">The API reference</a> needs no build.</p>`,
  )

/** Tells the page that opened this window that somebody is signed in, and closes it. */
const script = `new BroadcastChannel('svc-sign-in').postMessage('signed-in'); window.close()`

/** The page at the end of signing in again in a window of its own. */
export const signedInPage: string = documentOf(
  'Signed in',
  '',
  markup`<main><h1>You are signed in</h1>
<p>This window can be closed. Your work goes on in the one from which it was opened.</p></main>
<script>${{ html: script }}</script>`,
)

/** Its headers: it may run this one script. */
export const signedInHeaders = {
  ...pageHeaders,
  'content-security-policy': `default-src 'none'; script-src 'sha256-${hash('sha256', script, 'base64')}'; base-uri 'none'; frame-ancestors 'none'`,
}
