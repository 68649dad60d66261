import { buildApplication, text_en, type ApplicationText } from '@stricli/core'
import * as account from './commands/account.ts'
import * as more from './commands/more.ts'
import * as places from './commands/places.ts'
import { tasks } from './commands/tasks.ts'
import { group } from './commands/command.ts'
import { exitCodeOf, exitCodes, jsonOf, wordsOf } from './errors.ts'
import { harmlessJson, visible } from './output/text.ts'

/** Builds the command-line application; with `json`, errors are printed as JSON. */
export function buildSvc(version: string, json: boolean) {
  const formatError = (error: unknown) =>
    json ? harmlessJson(jsonOf(error)) : visible(`svc: ${wordsOf(error)}`, { lines: true })
  const formatUsageError = (message: string) =>
    json
      ? harmlessJson({ error: { message, exit_code: exitCodes.usage } })
      : visible(`svc: ${message}`, { lines: true })
  const text: ApplicationText = {
    ...text_en,
    exceptionWhileParsingArguments: (error) => formatUsageError(toMessage(error)),
    exceptionWhileRunningCommand: formatError,
    exceptionWhileLoadingCommandFunction: formatError,
    commandErrorResult: formatError,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      formatUsageError(
        `unknown command ${JSON.stringify(input)}.${suggestCorrections(corrections)} Run: svc --help`,
      ),
  }
  return buildApplication(root, {
    name: 'svc',
    versionInfo: { currentVersion: version },
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { useAliasInUsageLine: true, onlyRequiredInUsageLine: true, disableAnsiColor: true },
    localization: { text },
    determineExitCode: exitCodeOf,
  })
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const suggestCorrections = (corrections: readonly string[]): string =>
  corrections.length > 0 ? ` Did you mean ${corrections.join(' or ')}?` : ''

const { login, logout, status, context } = account

const { add, next, undo, open, watch, api, mcp, completion } = more
const { projects, teams, members, sprints, search } = places

export const root = group({
  routes: {
    add,
    next,
    tasks,
    search,
    undo,
    open,
    watch,
    projects,
    teams,
    members,
    sprints,
    login,
    logout,
    status,
    context,
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
