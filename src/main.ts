#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { type Config, ConfigError, loadConfig } from './core/config/config.ts'
import { CommandError } from './core/command.ts'
import { explainStartupError } from './commands/cli/startup-error.ts'

/** Commands load what they need only when called, so that `login` does not load the server. */
const COMMANDS: Record<string, { summary: string; run(config: Config, args: string[]): Promise<void> }> = {
  serve: {
    summary: 'migrate, serve the API and run the background jobs (the default)',
    run: async (config) => (await import('./serve.ts')).runServeCommand(config),
  },
  migrate: {
    summary: 'migrate the database and exit; --plan only lists what would run, its locks and an estimate',
    run: async (config, args) => (await import('./commands/cli/migrate.ts')).migrateCommand(config, args),
  },
  distribute: {
    summary: 'distribute the tables over the servers of a Citus cluster; --shards NUMBER; safe to repeat',
    run: async (config, args) => (await import('./commands/cli/distribute.ts')).distributeCommand(config, args),
  },
  restore: {
    summary: 'restore a backup into DATA_DIR; --verify only opens and counts it; --into DIR --check is a drill',
    run: async (config, args) => (await import('./commands/cli/restore.ts')).restoreCommand(config, args),
  },
  'accept-keys': {
    summary: 'accept new secret keys after the old ones are lost',
    run: async (config) => (await import('./commands/cli/database.ts')).acceptKeysCommand(config),
  },
  login: {
    summary: 'print a session token; --user NAME [--email ADDRESS] [--unverified] needs no browser',
    run: async (config, args) => (await import('./commands/cli/login.ts')).loginCommand(config, args),
  },
  doctor: {
    summary: 'check the settings and the services that the server depends on; --json',
    run: async (config, args) => (await import('./commands/cli/doctor.ts')).doctorCommand(config, args),
  },
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

async function buildUsage(): Promise<string> {
  const { dataCommands } = await import('./commands/data-commands.ts')
  const all = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const)
  const onData = dataCommands.map(({ name, args, summary }) => [`${name} ${args}`.trimEnd(), summary] as const)
  const entries = [...all, ...onData]
  const width = Math.max(...entries.map(([name]) => name.length)) + 2
  const lines = entries.map(([name, summary]) => `  ${name.padEnd(width)}${summary}\n`)
  return `Usage: svc-server [command]

${lines.join('')}
  --help, -h      print this help
  --version, -v   print the version

Settings are environment variables: see docs/configuration.md.
`
}

async function main(argv: string[]): Promise<void> {
  const [name = 'serve', ...args] = argv
  if (name === 'help' || name === '--help' || name === '-h') return void process.stdout.write(await buildUsage())
  if (name === 'version' || name === '--version' || name === '-v')
    return void process.stdout.write(`svc-server ${readVersion()}\n`)
  // Checked for every command, so that `migrate --help` does not migrate the database.
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(await buildUsage())
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name]!.run(loadConfig(process.env), args)
  const { findDataCommand } = await import('./commands/data-commands.ts')
  const found = findDataCommand(argv)
  if (found)
    return (await import('./commands/operate.ts')).runDataCommand(loadConfig(process.env), found.command, found.args)
  process.stderr.write(
    `svc-server: unknown command ${JSON.stringify(argv.slice(0, 2).join(' '))}\n\n${await buildUsage()}`,
  )
  process.exit(2)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof CommandError
  const text = expected
    ? error.message
    : (explainStartupError(error) ?? (error instanceof Error ? error.stack : String(error)))
  // Exits after the write, since an immediate exit would truncate output to a pipe.
  process.stderr.write(`svc: ${text}\n`, () => process.exit(1))
})
