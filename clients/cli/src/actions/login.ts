import { Svc } from '@svc/sdk'
import {
  resolveContextName,
  readContexts,
  readCredentials,
  saveContext,
  type Credentials,
  type SavedContext,
} from '../config/contexts.ts'
import type { CommonFlags, Context } from '../context.ts'
import { authError, usageError } from '../errors.ts'
import { readStdin } from '../input/stdin.ts'
import { hasDisplay, openBrowser } from '../login/browser.ts'
import { signInByDevice } from '../login/device.ts'
import { CLIENT_ID, DEFAULT_SCOPES, discoverEndpoints, type Endpoints } from '../login/endpoints.ts'
import { signInByLoopback } from '../login/loopback.ts'
import { printResult } from '../output/rows.ts'
import { normalizeUrl, DEFAULT_URL } from '../session/session.ts'
import { toCredentials } from '../session/tokens.ts'

interface LoginFlags extends CommonFlags {
  device?: boolean
  browser: boolean
  withToken?: boolean
  scopes?: readonly string[]
}

/** Signs in and saves the sign-in as the current context. */
export async function signInToOrganization(context: Context, flags: LoginFlags, address?: string): Promise<void> {
  const url = resolveUrl(context.env, flags, address)
  const credentials = flags.withToken ? await readToken(context) : await requestTokens(context, flags, url)
  const { name, saved } = await describeContext(context.env, url, credentials.access_token, flags.context)
  await saveContext(context.env, name, saved, credentials)
  const { username, org_name } = saved
  const line = `Signed in to ${org_name} as ${username} (context ${name})`
  printResult(context, { context: name, ...saved, scope: credentials.scope ?? null }, line, flags)
}

function resolveUrl(env: NodeJS.ProcessEnv, { context }: LoginFlags, address: string | undefined): string {
  const { current, contexts } = readContexts(env)
  const known = contexts[context ?? current ?? '']?.url
  return normalizeUrl(address ?? env.SVC_URL ?? known ?? DEFAULT_URL)
}

async function readToken({ process: { stdin }, note }: Context): Promise<Credentials> {
  if (stdin.isTTY) note('Paste an access token, then press Enter and Ctrl-D:')
  const access_token = (await readStdin(stdin)).trim()
  if (!/^\S+$/.test(access_token)) throw usageError('--with-token needs one access token on standard input')
  return { access_token }
}

async function requestTokens(context: Context, flags: LoginFlags, url: string): Promise<Credentials> {
  const { env, note, signal } = context
  const endpoints = await discoverEndpoints(url)
  const request = { url, endpoints, scopes: [...(flags.scopes ?? DEFAULT_SCOPES)], signal }
  const usesDevice = flags.device ?? (flags.browser && !hasDisplay(env) && supportsDevice(endpoints))
  const response = usesDevice
    ? await signInByDevice(request, ({ user_code, verification_uri, verification_uri_complete }) => {
        note(`Open ${verification_uri}\nand enter the code ${user_code}`)
        if (verification_uri_complete) note(`or open ${verification_uri_complete} and compare the code.`)
        note('Continue only if you started this sign-in yourself. Waiting …')
      })
    : await signInByLoopback(request, (address) => {
        note(`Open this URL in a browser on this machine:\n${address}`)
        if (flags.browser && hasDisplay(env)) openBrowser(env, address)
        note('Waiting for the browser …')
      })
  const { token_endpoint, revocation_endpoint } = endpoints
  return {
    ...toCredentials(response, Date.now()),
    client_id: CLIENT_ID,
    token_endpoint,
    ...(revocation_endpoint && { revocation_endpoint }),
  }
}

const supportsDevice = (endpoints: Endpoints): boolean => endpoints.device_authorization_endpoint !== undefined

/** Loads the user and organization of a token and chooses the name of the context. */
async function describeContext(env: NodeJS.ProcessEnv, url: string, token: string, wanted: string | undefined) {
  const { principal, organizations } = await new Svc({ baseUrl: url, token }).me.read()
  const org = organizations.find(({ org_id }) => !env.SVC_ORG || org_id === env.SVC_ORG)
  if (!org)
    throw authError('This sign-in has access to no organization. Create one on the consent page and sign in again.')
  if (organizations.length > 1 && !env.SVC_ORG)
    throw usageError(
      `This token has access to several organizations. Set SVC_ORG to one of: ${organizations.map(({ org_id, name }) => `${name ?? ''} (${org_id})`).join(', ')}`,
    )
  const saved: SavedContext = {
    url,
    org_id: org.org_id,
    org_name: org.name ?? org.org_id,
    username: principal.username ?? principal.id,
  }
  return { saved, name: wanted ?? chooseName(readContexts(env).contexts, saved) }
}

/** Reuses the name of the same sign-in; else derives a unique one, such as `harbour-works` or `harbour-works-ada`. */
function chooseName(contexts: Record<string, SavedContext>, saved: SavedContext): string {
  const short = saved.org_name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const base = short || 'context'
  const isSame = ({ url, org_id, username }: SavedContext) =>
    url === saved.url && org_id === saved.org_id && username === saved.username
  const existing = Object.keys(contexts).find((name) => isSame(contexts[name]!))
  if (existing !== undefined) return existing
  const isFree = (name: string) => !Object.hasOwn(contexts, name)
  const names = [base, `${base}-${saved.username}`, ...Array.from({ length: 98 }, (_, at) => `${base}-${at + 2}`)]
  return names.find(isFree) ?? base
}

/** Prints the current user and server, as confirmed by the server. */
export async function showStatus(context: Context, flags: CommonFlags): Promise<void> {
  const { openSession } = await import('../session/session.ts')
  const { printObject } = await import('../output/rows.ts')
  const session = openSession(context, flags)
  const { principal, organizations, auth } = await session.svc.me.read()
  const org = organizations.find(({ org_id }) => org_id === session.org) ?? organizations[0]
  const scopes = auth?.scopes.join(' ') ?? 'all (session)'
  const credentials = session.context === undefined ? undefined : readCredentials(context.env)[session.context]
  const kind = credentials?.refresh_token ? 'signed in with a browser' : 'signed in with a token'
  const found = {
    server: session.url,
    context: session.context ?? null,
    username: principal.username,
    org_id: org?.org_id ?? null,
    org_name: org?.name ?? null,
    role: org?.role ?? null,
    scopes,
    project: session.project ?? null,
  }
  const lines: [string, string | null][] = [
    ['server', found.server],
    ['context', found.context ?? 'none: SVC_TOKEN is set'],
    ['user', `${principal.username ?? principal.id}, ${kind}`],
    ['organization', org ? `${org.name ?? ''} (${org.org_id}), ${org.role}` : 'none'],
    ['scopes', scopes],
    ['project', found.project],
  ]
  printObject(context, found, lines, flags)
}

export const requireContextName = (context: Context, flags: CommonFlags): string => {
  const name = resolveContextName(context.env, flags.context)
  if (name === undefined) throw authError('You are not signed in')
  return name
}
