import { Svc } from '@svc/sdk'
import { resolveContextName, readFolderSettings, readContexts, type SavedContext } from '../config/contexts.ts'
import type { CommonFlags, Context } from '../context.ts'
import { authError, usageError } from '../errors.ts'
import { getAccessToken } from './tokens.ts'

/** Default URL of a server started with `npm start`. */
export const DEFAULT_URL = 'http://127.0.0.1:8080'

/** Server, credentials and organization of a command. */
export interface Session {
  url: string
  svc: Svc
  token: (rejected?: string) => string | Promise<string>
  /** Organization of `SVC_ORG` or the context. */
  org: string | undefined
  /** Name of the context; undefined with `SVC_TOKEN`. */
  context: string | undefined
  saved: SavedContext | undefined
  project: string | undefined
}

/** Opens a session; `SVC_URL`, `SVC_TOKEN` and `SVC_ORG` override the context. */
export function openSession({ env, signal, note }: Context, flags: CommonFlags): Session {
  const { url, token, context, saved } = env.SVC_TOKEN ? openWithToken(env, flags) : openWithContext(env, flags)
  const org = env.SVC_ORG || saved?.org_id
  const svc = new Svc({
    baseUrl: url,
    token,
    // Overdue is computed in this machine's time zone, unless the user's preferences set another.
    headers: { 'x-time-zone': getLocalTimeZone() },
    ...(org && { org }),
    onRetry: ({ wait }) => {
      if (!signal.aborted && wait > 3000) note(`No response; retrying in ${Math.round(wait / 1000)} s …`)
    },
  })
  const { project } = readFolderSettings(process.cwd())
  return { url, svc, token, org, context, saved, project }
}

/** Returns the time zone of this machine. */
export const getLocalTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

type ServerCredentials = Pick<Session, 'url' | 'token' | 'context' | 'saved'>

function openWithToken(env: NodeJS.ProcessEnv, flags: CommonFlags): ServerCredentials {
  const name = env.SVC_URL ? undefined : resolveContextName(env, flags.context)
  const url = env.SVC_URL ?? (name && readContexts(env).contexts[name]?.url) ?? DEFAULT_URL
  const token = env.SVC_TOKEN!
  return { url: normalizeUrl(url), token: () => token, context: undefined, saved: undefined }
}

function openWithContext(env: NodeJS.ProcessEnv, flags: CommonFlags): ServerCredentials {
  const name = env.SVC_URL
    ? findContextForUrl(env, normalizeUrl(env.SVC_URL), flags)
    : resolveContextName(env, flags.context)
  const saved = name === undefined ? undefined : readContexts(env).contexts[name]
  if (name === undefined || !saved) throw authError('You are not signed in. Sign in: svc login')
  return { url: saved.url, token: (rejected) => getAccessToken(env, name, rejected), context: name, saved }
}

/** Finds the context of a server, so that a token is only sent to the server that issued it. */
function findContextForUrl(env: NodeJS.ProcessEnv, url: string, flags: CommonFlags): string {
  const chosen = resolveContextName(env, flags.context)
  const { contexts } = readContexts(env)
  if (chosen !== undefined && contexts[chosen]?.url === url) return chosen
  const there = Object.keys(contexts).filter((name) => contexts[name]!.url === url)
  if (there.length === 1 && flags.context === undefined) return there[0]!
  throw authError(
    there.length > 1
      ? `There are several contexts for ${url}. Choose one with --context: ${there.join(', ')}`
      : `You are not signed in to ${url}. Run svc login ${url}, or set SVC_TOKEN.`,
  )
}

/** Normalizes the URL of a server: removes query, fragment and trailing slashes. */
export function normalizeUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError(`${JSON.stringify(text)} is not the URL of a server. Use a URL like https://svc.example.org`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Returns the organization of the session, else the only one of the user. */
export async function requireOrgId(session: Session): Promise<string> {
  if (session.org) return session.org
  const { organizations } = await session.svc.me.read()
  if (organizations.length === 1) return organizations[0]!.org_id
  const there = organizations.map(({ name, org_id }) => `${name ?? ''} (${org_id})`).join(', ')
  throw usageError(there ? `Set SVC_ORG to one of: ${there}` : 'You are not a member of any organization yet.')
}
