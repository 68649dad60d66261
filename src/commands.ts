/** The commands that work on the data, beside those of `main.ts`. */
import type { AnyCommand } from './kernel/services/command.ts'
import { reviewClient } from './resources/oauth-clients/review.ts'
import { importReleases } from './resources/releases/import.ts'
import { rewrapSecrets } from './resources/webhooks/rewrap.ts'

export const commands: readonly AnyCommand[] = [importReleases, reviewClient, rewrapSecrets]

/** The command that begins with these words. */
export const findCommand = (words: readonly string[]): AnyCommand | undefined =>
  commands.find(({ name }) => name === words.slice(0, 2).join(' '))
