import { Svc } from '@svc/sdk'
import { chosenContext, folderSettings, readContexts, type SavedContext } from '../config/contexts.ts'
import type { CommonFlags, Context } from '../context.ts'
import { authError, usageError } from '../errors.ts'
import { accessToken } from './tokens.ts'

/** Where a server listens that was started with `npm start`. */
export const defaultUrl = 'http://127.0.0.1:8080'

/** Who asks, where, and in which organization. */
export interface Session {
  url: string
  svc: Svc
  token: (refused?: string) => string | Promise<string>
  /** The organization, where the caller or the sign-in says it. */
  org: string | undefined
  /** The saved sign-in that is used; undefined with `SVC_TOKEN`. */
  context: string | undefined
  saved: SavedContext | undefined
  /** What `.svc.json` says is the project of this folder. */
  project: string | undefined
}

/** Finds out who asks: `SVC_URL`, `SVC_TOKEN` and `SVC_ORG` win over what is saved. */
export function openSession({ env, signal, note }: Context, flags: CommonFlags): Session {
  const { url, token, context, saved } = env.SVC_TOKEN ? byToken(env, flags) : byContext(env, flags)
  const org = env.SVC_ORG || saved?.org_id
  const svc = new Svc({
    baseUrl: url,
    token,
    // Overdue is computed in this machine's time zone, unless the user's preferences set another.
    headers: { 'x-time-zone': localZone() },
    ...(org && { org }),
    onRetry: ({ wait }) => {
      if (!signal.aborted && wait > 3000)
        note(`No answer yet; trying again in ${Math.round(wait / 1000)} s …`)
    },
  })
  const { project } = folderSettings(process.cwd())
  return { url, svc, token, org, context, saved, project }
}

/** Returns the time zone of this machine. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

type Found = Pick<Session, 'url' | 'token' | 'context' | 'saved'>

function byToken(env: NodeJS.ProcessEnv, flags: CommonFlags): Found {
  const name = env.SVC_URL ? undefined : chosenContext(env, flags.context)
  const url = env.SVC_URL ?? (name && readContexts(env).contexts[name]?.url) ?? defaultUrl
  const token = env.SVC_TOKEN!
  return { url: checkedUrl(url), token: () => token, context: undefined, saved: undefined }
}

function byContext(env: NodeJS.ProcessEnv, flags: CommonFlags): Found {
  const name = env.SVC_URL
    ? contextAt(env, checkedUrl(env.SVC_URL), flags)
    : chosenContext(env, flags.context)
  const saved = name === undefined ? undefined : readContexts(env).contexts[name]
  if (name === undefined || !saved) throw authError('You are not signed in: svc login')
  return { url: saved.url, token: (refused) => accessToken(env, name, refused), context: name, saved }
}

/** A saved token never goes to another server than the one that gave it. */
function contextAt(env: NodeJS.ProcessEnv, url: string, flags: CommonFlags): string {
  const chosen = chosenContext(env, flags.context)
  const { contexts } = readContexts(env)
  if (chosen !== undefined && contexts[chosen]?.url === url) return chosen
  const there = Object.keys(contexts).filter((name) => contexts[name]!.url === url)
  if (there.length === 1 && flags.context === undefined) return there[0]!
  throw authError(
    there.length > 1
      ? `There are several contexts at ${url}: choose one with --context (${there.join(', ')})`
      : `You are not signed in at ${url}: svc login ${url}, or set SVC_TOKEN`,
  )
}

/** The address of a server as it is kept: without anything after its path. */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError(
      `${JSON.stringify(text)} is no address of a server. It looks like https://svc.example.org`,
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** The organization, looked up where nothing says it. */
export async function orgOf(session: Session): Promise<string> {
  if (session.org) return session.org
  const { organizations } = await session.svc.me.read()
  if (organizations.length === 1) return organizations[0]!.org_id
  const there = organizations.map(({ name, org_id }) => `${name ?? ''} (${org_id})`).join(', ')
  throw usageError(`Say which organization with SVC_ORG: ${there || 'you are in none yet'}`)
}
