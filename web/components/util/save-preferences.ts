import { SvcProblem, type Me, type Preferences, type TaskDisplay } from '@svc/sdk'
import { createApiClient } from '../../api/client.ts'
import { connection } from '../../api/connection.ts'
import { writeSetting } from './browser-settings.ts'
import { mergeChoices, readStoredUser, readUnsaved, type ConsoleChoices } from './stored-preferences.ts'

const SAVE_DELAY_MS = 1000
let timer: ReturnType<typeof setTimeout>
/** Changes of this tab: another tab may overwrite them in the storage, which tabs share without locks. */
let pending: ConsoleChoices = {}

const writeUnsaved = (userId: string, choices: ConsoleChoices | null): void =>
  writeSetting(`unsaved.${userId}`, choices && JSON.stringify(choices))

/** Display of a list in the parameters of its URL. */
export interface ChosenDisplay {
  /** Undefined for a saved view. */
  place: string | undefined
  /** Parameters, with their names in the API. */
  names: readonly (readonly [param: string, name: keyof TaskDisplay])[]
  query: URLSearchParams
}

function readDisplay({ names, query }: ChosenDisplay): TaskDisplay | null {
  const chosen = names.flatMap(([param, name]) => {
    const value = query.get(param)
    return value ? [[name, name === 'columns' ? value.split(',') : value]] : []
  })
  return chosen.length > 0 ? (Object.fromEntries(chosen) as TaskDisplay) : null
}

export function changePreferences(choices?: ConsoleChoices, list?: ChosenDisplay): void {
  const change = list?.place ? { display: { [list.place]: readDisplay(list) } } : choices
  const id = readStoredUser()?.principal.id
  if (id === undefined) return
  if (change) {
    pending = mergeChoices(pending, change)
    writeUnsaved(id, mergeChoices(readUnsaved(id), change))
  }
  clearTimeout(timer)
  timer = setTimeout(() => void saveUnsaved(), SAVE_DELAY_MS)
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
  const sent = mergeChoices(readUnsaved(me.principal.id), pending)
  if (isEqual(sent, { display: {} })) return
  let settled: ConsoleChoices = sent
  try {
    storePreferences(me.principal.id, await createApiClient().preferences.update(sent))
  } catch (problem) {
    if (!(problem instanceof SvcProblem && problem.status === 422)) return retryWhenConnected()
    // A display may be unknown to the server; the other choices are sent again without it.
    if (Object.keys(sent.display).length > 0) settled = { display: sent.display }
  }
  pending = omitSaved(pending, settled) ?? {}
  writeUnsaved(me.principal.id, omitSaved(readUnsaved(me.principal.id), settled))
  if (settled !== sent) changePreferences()
}

function storePreferences(userId: string, { locale, theme, display }: Preferences): void {
  const me = readStoredUser()
  if (me?.principal.id !== userId || !me.preferences) return
  writeSetting('me', JSON.stringify({ ...me, preferences: { ...me.preferences, locale, theme, display } } satisfies Me))
}

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

function retryWhenConnected(): void {
  stopWaiting()
  let before = connection.peek()
  stopWaiting = connection.subscribe((now) => {
    const isBack = now === 'online' && before !== 'online'
    before = now
    if (!isBack) return
    stopWaiting()
    changePreferences()
  })
}
