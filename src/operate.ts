import { setTimeout as sleep } from 'node:timers/promises'
import { giveCommand } from './cli/channel.ts'
import { FolderHeld, openForCommand } from './cli/database.ts'
import { migrate } from './db/migrate.ts'
import { CommandError, type AnyCommand } from './kernel/services/command.ts'
import type { Config } from './kernel/config/config.ts'
import { createServices } from './services.ts'

/** How often it is tried while a server holds the folder and takes no commands yet, since it is starting. */
const attempts = 20
const pauseMillis = 500

/** Runs a command of `src/commands.ts` and prints what it says. Throws `CommandError`. */
export async function operate(config: Config, command: AnyCommand, args: string[]): Promise<void> {
  const input: unknown = await command.read(args)
  process.stdout.write(`${await perform(config, command, input)}\n`)
}

/** Runs a command in the server that holds the embedded database, where there is one, else on the database itself. */
async function perform(config: Config, command: AnyCommand, input: unknown): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const request = { command: command.name, input }
    const reply = config.databaseUrl ? undefined : await giveCommand(config.dataDir, request)
    if (reply && 'refused' in reply) throw new CommandError(reply.refused)
    if (reply) return reply.said
    try {
      return await directly(config, command, input)
    } catch (error) {
      if (!(error instanceof FolderHeld) || attempt === attempts) throw error
      await sleep(pauseMillis)
    }
  }
}

async function directly(config: Config, command: AnyCommand, input: unknown): Promise<string> {
  const database = await openForCommand(config)
  try {
    await migrate(database)
    const services = await createServices(config, database)
    try {
      return await command.run(services, input)
    } finally {
      services.limits.close()
      await services.tail.close()
    }
  } finally {
    await database.close()
  }
}
