import { hash } from 'node:crypto'
import { renderDocument, markup, renderPage, pageHeaders } from '../api-docs/layout.ts'

export const renderUnbuiltPage = (): string =>
  renderPage(
    'The console is not built',
    markup`<p>The API works, but the web application has not been built, or its build failed. Run:</p>
<pre><code>npm run build:web</code></pre>
<p>Then reload this page. <a href="/docs">The API reference</a> needs no build.</p>`,
  )

/** Notifies the page that opened this window of the sign-in, and closes it. */
const SCRIPT = `new BroadcastChannel('svc-sign-in').postMessage('signed-in'); window.close()`

export const SIGNED_IN_PAGE: string = renderDocument(
  'Signed in',
  '',
  markup`<main><h1>You are signed in</h1>
<p>This window can be closed. Continue in the window that opened it.</p></main>
<script>${{ html: SCRIPT }}</script>`,
)

export const SIGNED_IN_HEADERS = {
  ...pageHeaders,
  'content-security-policy': `default-src 'none'; script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}'; base-uri 'none'; frame-ancestors 'none'`,
}
