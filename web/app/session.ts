import { signal } from '@preact/signals'
import { SvcProblem, type Me } from '@svc/sdk'
import { createApiClient, setPageUser, readCurrentUser } from '../api/client.ts'
import { setStore } from '../store/current-store.ts'
import { deleteStoredData } from '../store/client.ts'
import { writeSetting, readSetting } from '../components/util/browser-settings.ts'
import { preferredLanguage, readLanguage } from '../components/util/language.ts'
import { setUserTimeZone } from '../components/util/dates.ts'

type Session =
  { state: 'starting' } | { state: 'failed'; problem: unknown } | { state: 'signed-out' } | { state: 'ready'; me: Me }

export const session = signal<Session>(readCachedSession())

/** Returns the last user if their session cookie is still there, to paint before the server responds. */
function readCachedSession(): Session {
  try {
    const me = JSON.parse(readSetting('me') ?? 'null') as Me | null
    if (!me || !listSignedInIds().includes(me.principal.id)) return { state: 'starting' }
    setPageUser(me.principal.id)
    return { state: 'ready', me }
  } catch {
    return { state: 'starting' }
  }
}

function listSignedInIds(): string[] {
  const name = location.port === '' ? 'svc_person' : `svc_person_${location.port}`
  return document.cookie.split('; ').flatMap((pair) => {
    const [, found, id] = /^(?:__Host-)?([^=]+)=(.+)$/.exec(pair) ?? []
    return found === name && id ? [id] : []
  })
}

export async function loadSession(): Promise<void> {
  try {
    const me = await readCurrentUser()
    setPageUser(me.principal.id)
    const text = JSON.stringify(me)
    if (text !== readSetting('me') || session.value.state !== 'ready') session.value = { state: 'ready', me }
    writeSetting('me', text)
    // Another user may have chosen another language in this browser.
    if (readSetting('me') === text && readLanguage() !== preferredLanguage) location.reload()
    void applyTimeZone()
  } catch (problem) {
    if (problem instanceof SvcProblem && problem.status === 401) clearSession()
    else if (session.value.state !== 'ready') session.value = { state: 'failed', problem }
  }
}

export function reloadForOtherUser(): void {
  writeSetting('me', null)
  location.reload()
}

function clearSession(): void {
  writeSetting('me', null)
  setPageUser(undefined)
  setStore(undefined)
  session.value = { state: 'signed-out' }
}

async function applyTimeZone(): Promise<void> {
  const preferences = await createApiClient()
    .preferences.read()
    .catch(() => undefined)
  // Version 0 means that the user never set preferences.
  if (preferences && preferences.version > 0) setUserTimeZone(preferences.time_zone)
}

export function getDefaultOrg({ organizations }: Me): string | undefined {
  const last = readSetting('org')
  const usable = organizations.filter((one) => !one.second_factor_missing)
  return (usable.find(({ org_id }) => org_id === last) ?? usable[0] ?? organizations[0])?.org_id
}

export const rememberOrg = (org: string): void => writeSetting('org', org)

export async function signOut(userId: string): Promise<void> {
  const response = await fetch('/auth/sign-out', { method: 'POST', headers: { 'x-csrf': '1' } })
  if (!response.ok) throw new Error('signing out failed')
  const { to } = (await response.json()) as { to?: string }
  await deleteStoredData(userId)
  clearSession()
  location.assign(to ?? '/')
}
