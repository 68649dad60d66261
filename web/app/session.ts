import { signal } from '@preact/signals'
import { SvcProblem, type Me } from '@svc/sdk'
import { setPageUser, readCurrentUser } from '../api/client.ts'
import { setStore } from '../store/current-store.ts'
import { deleteStoredData } from '../store/client.ts'
import { writeSetting, readSetting } from '../components/util/browser-settings.ts'
import { preferredLanguage, readLanguage } from '../components/util/language.ts'
import { setUserTimeZone } from '../components/util/dates.ts'
import { savePreferences } from '../components/util/preferences.ts'
import { readStoredUser, readUnsaved } from '../components/util/stored-preferences.ts'
import { reloadTheme } from '../components/util/theme.ts'

type Session =
  { state: 'starting' } | { state: 'failed'; problem: unknown } | { state: 'signed-out' } | { state: 'ready'; me: Me }

export const session = signal<Session>(readCachedSession())

/** Returns the last user if their session cookie is still there, to paint before the server responds. */
function readCachedSession(): Session {
  const me = readStoredUser()
  if (!me || !listSignedInIds().includes(me.principal.id)) return { state: 'starting' }
  setPageUser(me.principal.id)
  setUserTimeZone(me.preferences?.time_zone)
  return { state: 'ready', me }
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
    const isNew = text !== readSetting('me') || session.value.state !== 'ready'
    writeSetting('me', text)
    applyPreferences(me)
    if (isNew) session.value = { state: 'ready', me }
    // Another user may have chosen another language in this browser.
    if (readSetting('me') === text && readLanguage() !== preferredLanguage) location.reload()
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

function applyPreferences(me: Me): void {
  setUserTimeZone(me.preferences?.time_zone)
  reloadTheme()
  if (readUnsaved(me.principal.id)) void savePreferences()
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
