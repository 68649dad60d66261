import { CliError } from '../errors.ts'

/** OAuth client id of the CLI at every server: a public client without a secret. */
export const CLIENT_ID = 'svc-cli'

export const DEFAULT_SCOPES = ['tasks:write', 'projects:write', 'teams:write', 'org:read']

/** Authorization server metadata (RFC 8414). */
export interface Endpoints {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint?: string
  device_authorization_endpoint?: string
}

interface FormResponse {
  status: number
  body: Record<string, unknown>
}

/** Loads the OAuth metadata of a server. Rejects endpoints of another origin, which could steal tokens. */
export async function discoverEndpoints(url: string): Promise<Endpoints> {
  const server = new URL(url)
  const path = server.pathname === '/' ? '' : server.pathname
  const wellKnown = `${server.origin}/.well-known/oauth-authorization-server${path}`
  const response = await fetchWithTimeout(wellKnown)
  if (!response.ok) throw new CliError(`${url} is not an svc server: ${wellKnown} returned ${response.status}`)
  const endpoints = (await response.json().catch(() => ({}))) as Endpoints
  if (endpoints.issuer?.replace(/\/+$/, '') !== url)
    throw new CliError(`The server at ${url} has the URL ${String(endpoints.issuer)}. Sign in with that URL.`)
  for (const name of ['authorization_endpoint', 'token_endpoint'] as const)
    if (!endpoints[name]?.startsWith(`${url}/`))
      throw new CliError(`${wellKnown} is not valid: ${name} must begin with ${url}/`)
  return endpoints
}

/** Returns the resource indicators (RFC 8707) of a sign-in: the API and the MCP server. */
export const getResourceIndicators = (url: string): string[] => [`${url}/v1`, `${url}/mcp`]

/** Posts a form and returns status and JSON body. Throws only without a response. */
export async function postForm(
  url: string,
  form: Record<string, string | string[]>,
  signal?: AbortSignal,
): Promise<FormResponse> {
  const body = new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  )
  const response = await fetchWithTimeout(url, { method: 'POST', body, ...(signal && { signal }) })
  return {
    status: response.status,
    body: (await response.json().catch(() => ({}))) as Record<string, unknown>,
  }
}

async function fetchWithTimeout(url: string, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(30_000)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  try {
    return await fetch(url, { ...init, signal, redirect: 'error' })
  } catch (error) {
    init.signal?.throwIfAborted()
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    throw new CliError(
      `No response from ${new URL(url).origin}${code ? ` (${code})` : ''}. Check the URL and that the server is running.`,
    )
  }
}
