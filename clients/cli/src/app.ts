import { buildApplication, text_en, type ApplicationText } from '@stricli/core'
import { context, login, logout, status } from './commands/account.ts'
import { exportCommand, importCommand } from './commands/import-export.ts'
import { api, completion, mcp, watch } from './commands/integrations.ts'
import { members, projects, search, sprints, teams } from './commands/lists.ts'
import { add, branch, done, next, open, undo } from './commands/shortcuts.ts'
import { tasks } from './commands/tasks.ts'
import { defineGroup } from './commands/command.ts'
import { getExitCode, exitCodes, toErrorJson, formatErrorMessage } from './errors.ts'
import { toSafeJson, escapeControls } from './output/text.ts'

/** Builds the command-line application; with `json`, errors are printed as JSON. */
export function buildCliApplication(version: string, json: boolean) {
  const formatError = (error: unknown) =>
    json ? toSafeJson(toErrorJson(error)) : escapeControls(`svc: ${formatErrorMessage(error)}`, { lines: true })
  const formatUsageError = (message: string) =>
    json
      ? toSafeJson({ error: { message, exit_code: exitCodes.usage } })
      : escapeControls(`svc: ${message}`, { lines: true })
  const text: ApplicationText = {
    ...text_en,
    exceptionWhileParsingArguments: (error) => formatUsageError(toMessage(error)),
    exceptionWhileRunningCommand: formatError,
    exceptionWhileLoadingCommandFunction: formatError,
    commandErrorResult: formatError,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      formatUsageError(`unknown command ${JSON.stringify(input)}.${suggestCorrections(corrections)} Run: svc --help`),
  }
  return buildApplication(rootCommand, {
    name: 'svc',
    versionInfo: { currentVersion: version },
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { useAliasInUsageLine: true, onlyRequiredInUsageLine: true, disableAnsiColor: true },
    localization: { text },
    determineExitCode: getExitCode,
  })
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const suggestCorrections = (corrections: readonly string[]): string =>
  corrections.length > 0 ? ` Did you mean ${corrections.join(' or ')}?` : ''

export const rootCommand = defineGroup({
  routes: {
    add,
    next,
    done,
    branch,
    tasks,
    search,
    undo,
    open,
    watch,
    export: exportCommand,
    projects,
    teams,
    members,
    sprints,
    login,
    logout,
    status,
    context,
    import: importCommand,
    api,
    mcp,
    completion,
  },
  docs: {
    brief: 'Manage tasks and projects from the command line',
    fullDescription:
      "Manage tasks and projects from the command line.\n\nEXAMPLES\n  svc login\n  svc add 'Grease crane !high #upkeep due:fri'\n  svc tasks list --mine\n  svc tasks done ID\n  svc undo\n\nSVC_URL, SVC_TOKEN and SVC_ORG override the saved sign-in.",
  },
})
