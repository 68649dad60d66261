/** CLI commands that work on the data. */
import type { AnyCommand } from './kernel/services/command.ts'
import { reviewClient } from './resources/oauth-clients/review.ts'
import { importReleases } from './resources/releases/import.ts'
import { rewrapSecrets } from './resources/webhooks/rewrap.ts'

export const commands: readonly AnyCommand[] = [importReleases, reviewClient, rewrapSecrets]

/** Finds the command named by the first two arguments. */
export const findCommand = (words: readonly string[]): AnyCommand | undefined =>
  commands.find(({ name }) => name === words.slice(0, 2).join(' '))
