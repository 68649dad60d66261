import { buildApplication, text_en, type ApplicationText } from '@stricli/core'
import { account, more, places, tasks } from './commands/index.ts'
import { group } from './commands/command.ts'
import { exitCodeOf, exitCodes, jsonOf, wordsOf } from './errors.ts'
import { harmlessJson, visible } from './output/text.ts'

/** The commands, and how what goes wrong is told. `json`: as JSON. */
export function buildSvc(version: string, json: boolean) {
  const told = (error: unknown) =>
    json ? harmlessJson(jsonOf(error)) : visible(`svc: ${wordsOf(error)}`, { lines: true })
  const misused = (message: string) =>
    json
      ? harmlessJson({ error: { message, exit_code: exitCodes.usage } })
      : visible(`svc: ${message}`, { lines: true })
  const text: ApplicationText = {
    ...text_en,
    exceptionWhileParsingArguments: (error) => misused(said(error)),
    exceptionWhileRunningCommand: told,
    exceptionWhileLoadingCommandFunction: told,
    commandErrorResult: told,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      misused(`there is no command ${JSON.stringify(input)}.${meant(corrections)} See: svc --help`),
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

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const meant = (corrections: readonly string[]): string =>
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
    brief: 'Tasks and projects of your organization, on the command line',
    fullDescription:
      "Tasks and projects of your organization, on the command line.\n\nEXAMPLES\n  svc login\n  svc add 'Grease crane !high #upkeep due:fri'\n  svc tasks list --mine\n  svc tasks done ID\n  svc undo\n\nSVC_URL, SVC_TOKEN and SVC_ORG take the place of a sign-in.",
  },
})
