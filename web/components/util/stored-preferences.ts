import type { Me, PreferencesUpdate } from '@svc/sdk'
import { readSetting, writeSetting } from './browser-settings.ts'

/** Preferences that the console changes without a form. */
export type ConsoleChoices = Pick<PreferencesUpdate, 'locale' | 'theme' | 'display'>

function parseSetting<T>(name: string): T | undefined {
  try {
    return JSON.parse(readSetting(name)!) as T
  } catch {
    return undefined
  }
}

export const readStoredUser = (): Me | undefined => parseSetting<Me | null>('me') ?? undefined

export const readUnsaved = (userId: string): ConsoleChoices | undefined => parseSetting(`unsaved.${userId}`)

export const mergeChoices = (choices: ConsoleChoices | undefined, change: ConsoleChoices | undefined) => ({
  ...choices,
  ...change,
  display: { ...choices?.display, ...change?.display },
})

export const writeUnsaved = (userId: string, choices: ConsoleChoices | null): void =>
  writeSetting(`unsaved.${userId}`, choices && JSON.stringify(choices))

/** Changes of this tab: another tab may overwrite them in the storage, which tabs share without locks. */
let tabChanges: { userId?: string; unsaved: ConsoleChoices | undefined } = { unsaved: undefined }

export const readTabChanges = (userId: string): ConsoleChoices | undefined =>
  tabChanges.userId === userId ? tabChanges.unsaved : undefined

export const setTabChanges = (userId: string, unsaved: ConsoleChoices | undefined): void =>
  void (tabChanges = { userId, unsaved })

/** Stores a change in this browser, so that it is not lost if the page is closed before the server has it. */
export function addUnsaved(change: ConsoleChoices): void {
  const id = readStoredUser()?.principal.id
  if (id === undefined) return
  setTabChanges(id, mergeChoices(readTabChanges(id), change))
  writeUnsaved(id, mergeChoices(readUnsaved(id), change))
}

/** Returns the preferences of the server, with the changes of this browser that are not saved yet. */
export const readPreferences = (me = readStoredUser()): ConsoleChoices =>
  mergeChoices(me?.preferences, me && readUnsaved(me.principal.id))
