import { SvcProblem, type Me, type Preferences } from '@svc/sdk'
import { createApiClient } from '../../api/client.ts'
import { connection } from '../../api/connection.ts'
import { writeSetting } from './browser-settings.ts'
import {
  mergeChoices,
  readStoredUser,
  readUnsaved,
  readTabChanges,
  setTabChanges,
  writeUnsaved,
  type ConsoleChoices,
} from './stored-preferences.ts'

const SAVE_DELAY_MS = 1000
const RETRY_DELAY_MS = 30_000
let timer: ReturnType<typeof setTimeout>

/** Sends unsaved changes when none was made for a second. */
export function saveSoon(delay = SAVE_DELAY_MS): void {
  clearTimeout(timer)
  timer = setTimeout(() => void saveUnsaved(), delay)
}

/** Saves changes, in one tab at a time, so that a later change of another tab is not overwritten. */
const saveUnsaved = async (): Promise<void> => {
  // Browsers have no locks on pages without TLS.
  const { locks } = navigator as { locks?: LockManager }
  await (locks ? locks.request('svc-preferences', save) : save())
}

async function save(): Promise<void> {
  const me = readStoredUser()
  if (!me) return
  const { id } = me.principal
  const sent = mergeChoices(readUnsaved(id), readTabChanges(id))
  if (isEqual(sent, { display: {} })) return
  let settled: ConsoleChoices = sent
  try {
    storePreferences(id, await createApiClient().preferences.update(sent))
  } catch (problem) {
    if (!(problem instanceof SvcProblem)) return retry()
    // Others are sent again with the next change or when the console is opened.
    if (problem.status !== 422) return isTemporary(problem) ? saveSoon(RETRY_DELAY_MS) : undefined
    // A display may be unknown to the server; the other choices are sent again without it.
    if (Object.keys(sent.display).length > 0) settled = { display: sent.display }
  }
  setTabChanges(id, omitSaved(readTabChanges(id), settled) ?? undefined)
  writeUnsaved(id, omitSaved(readUnsaved(id), settled))
  if (settled !== sent) saveSoon()
}

function storePreferences(userId: string, { locale, theme, display }: Preferences): void {
  const me = readStoredUser()
  if (me?.principal.id !== userId || !me.preferences) return
  writeSetting('me', JSON.stringify({ ...me, preferences: { ...me.preferences, locale, theme, display } } satisfies Me))
}

const isTemporary = ({ status }: SvcProblem): boolean => status >= 500 || status === 429

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const omitEqual = <T extends object>(values: T, sent: object): T =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isEqual(value, (sent as Record<string, unknown>)[name])),
  ) as T

/** Returns what changed while the request was pending; null if nothing did. */
function omitSaved(unsaved: ConsoleChoices | undefined, sent: ConsoleChoices): ConsoleChoices | null {
  const { display, ...others } = unsaved ?? {}
  const left = { ...omitEqual(others, sent), display: omitEqual(display ?? {}, sent.display ?? {}) }
  return isEqual(left, { display: {} }) ? null : left
}

let stopWaiting = (): void => {}

/** Sends the changes again when the connection is back, or after a delay if other requests succeed. */
function retry(): void {
  stopWaiting()
  if (connection.peek() === 'online') return saveSoon(RETRY_DELAY_MS)
  stopWaiting = connection.subscribe((now) => {
    if (now !== 'online') return
    stopWaiting()
    saveSoon()
  })
}
