import type { AnyCommand } from '../core/command.ts'
import * as accounts from '../resources/people/account/manage-commands.ts'
import { reviewOAuthClientCommand } from '../resources/platform/oauth-clients/review-command.ts'
import { importReleasesCommand } from '../resources/platform/releases/import-command.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'

export const dataCommands: readonly AnyCommand[] = [
  accounts.addAccountCommand,
  accounts.resetAccountCommand,
  accounts.listAccountsCommand,
  accounts.disableAccountCommand,
  accounts.enableAccountCommand,
  importReleasesCommand,
  reviewOAuthClientCommand,
  rewrapSecrets,
]

export const findDataCommand = (words: readonly string[]): AnyCommand | undefined =>
  dataCommands.find(({ name }) => name === words.slice(0, 2).join(' '))
