import { signal } from '@preact/signals'
import { SvcProblem, type Me } from '@svc/sdk'
import { createClient, pageIsFor, whoAsks } from '../api/client.ts'
import { setData } from '../data/current.ts'
import { forget } from '../data/open.ts'
import { keep, kept } from '../ui/kept.ts'
import { liveIn } from '../ui/time.ts'

/** How far the page has come: who asks, and whether anybody does. */
export type Session =
  | { state: 'starting' }
  | { state: 'failed'; problem: unknown }
  | { state: 'signed-out' }
  | { state: 'ready'; me: Me }

export const session = signal<Session>(remembered())

/** Who it was last here: the page is drawn for them before the server says who it is, if theirs is the browser's sign-in. */
function remembered(): Session {
  try {
    const me = JSON.parse(kept('me') ?? 'null') as Me | null
    if (!me || !signedInIds().includes(me.principal.id)) return { state: 'starting' }
    pageIsFor(me.principal.id)
    return { state: 'ready', me }
  } catch {
    return { state: 'starting' }
  }
}

/** Whose sign-in the browser has, as a cookie beside that of the sign-in says, which ends with it. */
function signedInIds(): string[] {
  const name = location.port === '' ? 'svc_person' : `svc_person_${location.port}`
  return document.cookie.split('; ').flatMap((pair) => {
    const [, found, id] = /^(?:__Host-)?([^=]+)=(.+)$/.exec(pair) ?? []
    return found === name && id ? [id] : []
  })
}

/** Asks who it is. Again after something that changes where the person belongs. */
export async function start(): Promise<void> {
  try {
    const me = await whoAsks()
    pageIsFor(me.principal.id)
    const text = JSON.stringify(me)
    if (text !== kept('me') || session.value.state !== 'ready') session.value = { state: 'ready', me }
    keep('me', text)
    void takeZone()
  } catch (problem) {
    if (problem instanceof SvcProblem && problem.status === 401) signedOut()
    else if (session.value.state !== 'ready') session.value = { state: 'failed', problem }
  }
}

/** The session is another person's than whom the page is drawn for: it begins anew, with nothing of the former. */
export function another(): void {
  keep('me', null)
  location.reload()
}

function signedOut(): void {
  keep('me', null)
  pageIsFor(undefined)
  setData(undefined)
  session.value = { state: 'signed-out' }
}

/** A page works without preferences: then days are those of the browser. */
async function takeZone(): Promise<void> {
  const preferences = await createClient()
    .preferences.read()
    .catch(() => undefined)
  // Until somebody has set them, preferences say what the server takes for granted.
  if (preferences && preferences.version > 0) liveIn(preferences.time_zone)
}

/** The organization to open where the address names none: the last one here, else the first. */
export function firstOrg({ organizations }: Me): string | undefined {
  const last = kept('org')
  return (organizations.find(({ org_id }) => org_id === last) ?? organizations[0])?.org_id
}

export const rememberOrg = (org: string): void => keep('org', org)

/** Ends the session, forgets what this browser keeps of the person, and goes where the identity provider wants them. */
export async function signOut(person: string): Promise<void> {
  const response = await fetch('/auth/sign-out', { method: 'POST', headers: { 'x-csrf': '1' } })
  if (!response.ok) throw new Error('signing out failed')
  const { to } = (await response.json()) as { to?: string }
  await forget(person)
  signedOut()
  location.assign(to ?? '/')
}
