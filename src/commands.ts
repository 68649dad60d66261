/** CLI commands that work on the data. */
import type { AnyCommand } from './kernel/services/command.ts'
import { reviewOAuthClientCommand } from './resources/oauth-clients/review.ts'
import { importReleasesCommand } from './resources/releases/import.ts'
import { rewrapSecrets } from './resources/webhooks/rewrap.ts'

export const dataCommands: readonly AnyCommand[] = [
  importReleasesCommand,
  reviewOAuthClientCommand,
  rewrapSecrets,
]

/** Finds the command named by the first two arguments. */
export const findDataCommand = (words: readonly string[]): AnyCommand | undefined =>
  dataCommands.find(({ name }) => name === words.slice(0, 2).join(' '))
