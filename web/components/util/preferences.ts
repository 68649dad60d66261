import { addUnsaved, type ConsoleChoices } from './stored-preferences.ts'

/**
 * Changes preferences in this browser at once, and soon on the server; without a change it sends what is not saved yet.
 * If the chunk is missing, the next page that loads it sends the change.
 */
export function savePreferences(change?: ConsoleChoices): Promise<void> {
  if (change) addUnsaved(change)
  return import('./save-preferences.ts').then(
    (saver) => saver.saveSoon(),
    () => {},
  )
}
