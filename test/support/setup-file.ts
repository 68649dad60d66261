import { afterAll } from 'vitest'
import { stopApps } from './app.ts'
import { killServers } from './spawn.ts'
import { recordStatements, writeStatements } from './statements.ts'

recordStatements()

// Stops everything that a file started, so that tests need no cleanup.
afterAll(async () => {
  await Promise.all([stopApps(), killServers()])
  writeStatements()
}, 30_000)
