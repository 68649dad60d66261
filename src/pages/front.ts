import type { Config } from '../kernel/config/config.ts'
import { markup, page } from './layout.ts'

/** The page at `/about`: what this is, what there is to read, and how to begin. */
export function frontPage({ baseUrl, oidc }: Config, version: string): string {
  const command = oidc.development
    ? markup`<p>The built-in development provider signs in anybody by name. In the folder of the service:</p>
<pre><code>TOKEN=$(npm run -s svc-server -- login --user ada)
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/v1/me</code></pre>`
    : markup`<p>Sessions are those of your identity provider. <code>svc-server login</code> prints a session token; with it
you mint access tokens for scripts at <code>POST /v1/tokens</code>.</p>
<pre><code>curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/v1/me</code></pre>`
  return page(
    'svc',
    markup`<p>Task and project management for organizations: a JSON API.</p>
<p><a href="/">Open the console</a></p>
<h2>Read</h2>
<ul>
<li><a href="/docs">The API reference</a>, version ${version}</li>
<li><a href="/openapi.public.json">The OpenAPI document</a>, for programs</li>
<li><a href="/v1/health">Whether the service is ready</a></li>
<li><a href="/.well-known/oauth-authorization-server">How apps connect</a> (OAuth 2.1)</li>
</ul>
<h2>Sign in</h2>
${command}
`,
  )
}
