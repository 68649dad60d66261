import {
  Client as McpClient,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { createServer } from 'node:https'
import { afterAll, expect, test } from 'vitest'
import { getDocumentCache } from '../../src/oauth/client-documents/resolve.ts'
import { startApp } from '../support/app.ts'
import { createAuthority } from '../support/certificates.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { submitConsent, openAuthorization, Browser } from '../support/oauth.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { task_id } = await createTask(ada, org_id)

const redirectUrl = 'http://127.0.0.1:43112/callback'
const metadata = {
  client_name: 'Agent',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
}

/** Client metadata document of an agent, for servers that do not know it. */
const authority = createAuthority()
const certificate = authority.issueCertificate({ names: ['localhost'] })
const documents = await startReceiver(
  (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ client_id: described, ...metadata })),
  { server: (listener) => createServer(certificate, listener) },
)
const described = `https://localhost:${documents.port}/agent.json`
getDocumentCache(app.services, { ca: authority.cert })
afterAll(() => documents.close())

/** Stores an agent's OAuth state, and the browser that it opens. */
class Signing implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl
  readonly clientMetadata = metadata
  readonly clientMetadataUrl: string | undefined
  readonly authorizations: URL[] = []
  readonly #browser = new Browser()
  #client: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #discovery: OAuthDiscoveryState | undefined
  #verifier = ''

  constructor(document: string | undefined) {
    this.clientMetadataUrl = document
  }

  /** Without a document the library registers the client for the scopes of the first challenge. */
  clientInformation = () => this.#client
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.#client = client)
  tokens = () => this.#tokens
  saveTokens = (tokens: StoredOAuthTokens) => void (this.#tokens = tokens)
  codeVerifier = () => this.#verifier
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovery = state)
  discoveryState = () => this.#discovery
  invalidateCredentials = () => void (this.#tokens = undefined)
  redirectToAuthorization = (url: URL) => void this.authorizations.push(url)

  /** Allows the last authorization request as the user; returns the callback parameters. */
  async allowApp(): Promise<URLSearchParams> {
    const page = await openAuthorization(app, this.#browser, this.authorizations.at(-1)!, 'ada')
    const back = await submitConsent(app, this.#browser, page, { answer: 'allow', org: org_id, projects: 'all' })
    return back.url.searchParams
  }
}

const address = new URL(`${app.url}/mcp?toolsets=all`)

test.each([
  ['2026-07-28', described],
  ['2025-11-25', undefined],
] as const)(
  'an agent signs in, requests more scopes when needed, and loses access with the connection: %s, as %s',
  async (era, document) => {
    const signing = new Signing(document)
    const connectClient = () => {
      const mode = era === '2026-07-28' ? { pin: era } : ('legacy' as const)
      const mcp = new McpClient({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
      const transport = new StreamableHTTPClientTransport(address, { authProvider: signing })
      return { mcp, transport, connected: mcp.connect(transport) }
    }
    const first = connectClient()
    await expect(first.connected).rejects.toThrow(/unauthorized|authoriz/i)
    const { searchParams } = signing.authorizations[0]!
    expect(searchParams.getAll('resource')).toEqual([`${app.url}/mcp`])
    expect(searchParams.get('client_id')).toMatch(document ?? /^svcc_/)
    await first.transport.finishAuth(await signing.allowApp())

    const { mcp, transport, connected } = connectClient()
    await connected
    const read = () => mcp.callTool({ name: 'get_task', arguments: { task_id } })
    expect((await read()).structuredContent).toMatchObject({ task_id })

    // The access token expires after an hour and is refreshed silently.
    app.clock.advance(3_700_000)
    expect((await read()).structuredContent).toMatchObject({ task_id })
    expect(signing.authorizations).toHaveLength(1)

    // Missing scopes are requested from the user.
    const listWebhooks = () => mcp.callTool({ name: 'call_operation', arguments: { id: 'webhooks.list' } })
    await expect(listWebhooks()).rejects.toThrow(/unauthorized|authoriz|scope/i)
    expect(signing.authorizations.at(-1)!.searchParams.get('scope')!.split(' ')).toEqual(
      expect.arrayContaining(['tasks:write', 'webhooks:read']),
    )
    await transport.finishAuth(await signing.allowApp())
    expect((await listWebhooks()).structuredContent).toMatchObject({ status: 200 })

    // The user's session has expired by now, too.
    const person = await app.signIn('ada', { email: 'ada@dev.invalid' })
    const { data } = expectStatus(await person.get('/v1/me/connected-apps'), 200)
    for (const { grant_id } of data) expectStatus(await person.delete(`/v1/me/connected-apps/${grant_id}`), 200)
    const before = signing.authorizations.length
    await expect(read()).rejects.toThrow(/unauthorized|authoriz/i)
    expect(signing.authorizations.length).toBe(before + 1)
  },
)
