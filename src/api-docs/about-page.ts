import type { Config } from '../core/config/config.ts'
import { markup, renderPage } from './layout.ts'

export function renderAboutPage({ baseUrl, oidc, accounts }: Config, version: string): string {
  const command = oidc.development
    ? markup`<p>The built-in development provider accepts any user name. In the folder of the service:</p>
<pre><code>TOKEN=$(npm run -s svc-server -- login --user ada)
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/v1/me</code></pre>`
    : accounts.mode === 'on'
      ? markup`<p>Users sign in with accounts of this server. <code>svc login</code> connects the command line, and access
tokens for scripts are created in the console.</p>`
      : markup`<p>Users sign in at your identity provider. <code>svc-server login</code> prints a session token, which can
create access tokens for scripts with <code>POST /v1/tokens</code>.</p>
<pre><code>curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/v1/me</code></pre>`
  return renderPage(
    'svc',
    markup`<p>Task and project management for organizations: a JSON API.</p>
<p><a href="/">Open the console</a></p>
<h2>Documentation</h2>
<ul>
<li><a href="/docs">API reference</a>, version ${version}</li>
<li><a href="/openapi.public.json">OpenAPI document</a></li>
<li><a href="/v1/health">Health check</a></li>
<li><a href="/.well-known/oauth-authorization-server">Authorization server metadata</a> (OAuth 2.1)</li>
</ul>
<h2>Sign in</h2>
${command}
`,
  )
}
