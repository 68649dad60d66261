import { setTimeout as sleep } from 'node:timers/promises'
import { sendCommand } from './cli/command-socket.ts'
import { FolderInUse, openForCommand } from './cli/database.ts'
import { applyMigrations } from '../db/migrate.ts'
import { CommandError, type AnyCommand } from '../core/command.ts'
import type { Config } from '../core/config/config.ts'
import { createServices } from '../services.ts'

/** Attempts while a starting server has locked the folder but does not accept commands yet. */
const MAX_ATTEMPTS = 20
const RETRY_PAUSE_MS = 500

export async function runDataCommand(config: Config, command: AnyCommand, args: string[]): Promise<void> {
  const input: unknown = await command.read(args)
  process.stdout.write(`${await runCommand(config, command, input)}\n`)
}

/** Runs a command in the server that has locked the embedded database, otherwise directly on the database. */
async function runCommand(config: Config, command: AnyCommand, input: unknown): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const request = { command: command.name, input }
    const reply = config.databaseUrl ? undefined : await sendCommand(config.dataDir, request)
    if (reply && 'refused' in reply) throw new CommandError(reply.refused)
    if (reply) return reply.output
    try {
      return await runOnDatabase(config, command, input)
    } catch (error) {
      if (!(error instanceof FolderInUse) || attempt === MAX_ATTEMPTS) throw error
      await sleep(RETRY_PAUSE_MS)
    }
  }
}

async function runOnDatabase(config: Config, command: AnyCommand, input: unknown): Promise<string> {
  const database = await openForCommand(config)
  try {
    await applyMigrations(database)
    const services = await createServices(config, database)
    try {
      return await command.run(services, input)
    } finally {
      services.limits.close()
      await services.eventLogReader.close()
    }
  } finally {
    await database.close()
  }
}
