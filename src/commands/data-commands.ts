import { backupCommand } from '../backups/command.ts'
import type { AnyCommand } from '../core/command.ts'
import * as accounts from '../resources/people/account/manage-commands.ts'
import { reviewOAuthClientCommand } from '../resources/platform/oauth-clients/review-command.ts'
import { exportOrganizationCommand } from '../resources/platform/exports/export-command.ts'
import { importReleasesCommand } from '../resources/platform/releases/import-command.ts'
import { restoreOrganizationCommand } from '../resources/platform/restores/restore-command.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'

export const dataCommands: readonly AnyCommand[] = [
  accounts.addAccountCommand,
  accounts.resetAccountCommand,
  accounts.listAccountsCommand,
  accounts.disableAccountCommand,
  accounts.enableAccountCommand,
  backupCommand,
  exportOrganizationCommand,
  importReleasesCommand,
  restoreOrganizationCommand,
  reviewOAuthClientCommand,
  rewrapSecrets,
]

/** Finds the command that a command line begins with, and the arguments after its name of one or two words. */
export function findDataCommand(words: readonly string[]): { command: AnyCommand; args: string[] } | undefined {
  for (const length of [2, 1]) {
    const command = dataCommands.find(({ name }) => name === words.slice(0, length).join(' '))
    if (command) return { command, args: words.slice(length) }
  }
  return undefined
}
