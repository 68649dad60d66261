import { CliError } from '../errors.ts'

/** What the command line is known as at every server: a public client without a secret. */
export const clientId = 'svc-cli'

/** What is asked for unless told otherwise: work on tasks, projects and teams, and the names of people. */
export const defaultScopes = ['tasks:write', 'projects:write', 'teams:write', 'org:read']

/** Where a server signs people in (RFC 8414). */
export interface Endpoints {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint?: string
  device_authorization_endpoint?: string
}

export interface FormAnswer {
  status: number
  body: Record<string, unknown>
}

/** Reads how a server signs people in. What it names has to be its own. */
export async function discover(url: string): Promise<Endpoints> {
  const address = new URL(url)
  const path = address.pathname === '/' ? '' : address.pathname
  const wellKnown = `${address.origin}/.well-known/oauth-authorization-server${path}`
  const answer = await fetchOf(wellKnown)
  if (!answer.ok) throw new CliError(`${url} is no svc server: ${wellKnown} answered ${answer.status}`)
  const endpoints = (await answer.json().catch(() => ({}))) as Endpoints
  if (endpoints.issuer?.replace(/\/+$/, '') !== url)
    throw new CliError(
      `The server at ${url} says that its address is ${String(endpoints.issuer)}: sign in there`,
    )
  for (const name of ['authorization_endpoint', 'token_endpoint'] as const)
    if (!endpoints[name]?.startsWith(`${url}/`)) throw new CliError(`${wellKnown} names a strange ${name}`)
  return endpoints
}

/** The resources that a sign-in is for (RFC 8707): the API, and the MCP server. */
export const resourcesOf = (url: string): string[] => [`${url}/v1`, `${url}/mcp`]

/** Sends a form; gives what JSON came back. Throws when no answer came. */
export async function postForm(
  url: string,
  form: Record<string, string | string[]>,
  signal?: AbortSignal,
): Promise<FormAnswer> {
  const body = new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  )
  const answer = await fetchOf(url, { method: 'POST', body, ...(signal && { signal }) })
  return {
    status: answer.status,
    body: (await answer.json().catch(() => ({}))) as Record<string, unknown>,
  }
}

async function fetchOf(url: string, init: RequestInit = {}): Promise<Response> {
  const limit = AbortSignal.timeout(30_000)
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
  try {
    return await fetch(url, { ...init, signal, redirect: 'error' })
  } catch (error) {
    init.signal?.throwIfAborted()
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    throw new CliError(
      `No answer from ${new URL(url).origin}${code ? ` (${code})` : ''}. Is the server there?`,
    )
  }
}
