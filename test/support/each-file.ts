import { afterAll } from 'vitest'
import { stopApps } from './app.ts'
import { killServers } from './spawn.ts'
import { rememberStatements, writeStatements } from './statements.ts'

rememberStatements()

// Stops everything that a file started, so that tests need no cleanup.
afterAll(async () => {
  await Promise.all([stopApps(), killServers()])
  writeStatements()
})
