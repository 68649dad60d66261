import type { ChosenDisplay } from './save-preferences.ts'
import type { ConsoleChoices } from './stored-preferences.ts'

/**
 * Changes preferences in this browser, and soon on the server; without a change it sends what is not saved yet. If the
 * chunk is missing, the change lasts until the page is closed.
 */
export const savePreferences = (change?: ConsoleChoices, list?: ChosenDisplay): Promise<void> =>
  import('./save-preferences.ts').then(
    (saver) => saver.changePreferences(change, list),
    () => {},
  )
