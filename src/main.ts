import { type Config, ConfigError, loadConfig } from './kernel/config.ts'
import { CommandError } from './cli/command-error.ts'
import { refusalOf } from './cli/refusal.ts'

/** Commands load what they need only when called, so that `login` does not load the server. */
const COMMANDS: Record<string, { summary: string; run(config: Config, args: string[]): Promise<void> }> = {
  serve: {
    summary: 'migrate, serve the API and run the background jobs (the default)',
    run: async (config) => (await import('./serve.ts')).serve(config),
  },
  migrate: {
    summary: 'bring the database up to date and end',
    run: async (config) => (await import('./cli/migrate.ts')).migrateCommand(config),
  },
  login: {
    summary: 'print a session token; --user NAME [--email ADDRESS] [--unverified] needs no browser',
    run: async (config, args) => (await import('./cli/login.ts')).login(config, args),
  },
  doctor: {
    summary: 'check the settings and what the server depends on',
    run: async (config) => (await import('./cli/doctor.ts')).doctor(config),
  },
}

const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(9)}${summary}\n`)
const USAGE = `Usage: svc [command]\n\n${lines.join('')}`

async function main([name = 'serve', ...args]: string[]): Promise<void> {
  if (name === 'help' || name === '--help' || name === '-h') return void process.stdout.write(USAGE)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    process.stderr.write(`svc: unknown command ${JSON.stringify(name)}\n\n${USAGE}`)
    process.exit(2)
  }
  await command.run(loadConfig(process.env), args)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof CommandError
  const text = expected
    ? error.message
    : (refusalOf(error) ?? (error instanceof Error ? error.stack : String(error)))
  // Not `exit` at once: what was written to a pipe would be cut off.
  process.stderr.write(`svc: ${text}\n`, () => process.exit(1))
})
