import type { Me, PreferencesUpdate } from '@svc/sdk'
import { readSetting } from './browser-settings.ts'

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

/** Returns the preferences of the server, with the changes of this browser that are not saved yet. */
export const readPreferences = (me = readStoredUser()): ConsoleChoices =>
  mergeChoices(me?.preferences, me && readUnsaved(me.principal.id))
