import { afterAll } from 'vitest'
import { stopApps } from './app.ts'
import { killServers } from './spawn.ts'
import { rememberStatements, writeStatements } from './statements.ts'

rememberStatements()

// Whatever a file started is stopped with it, so that no test has to.
afterAll(async () => {
  await Promise.all([stopApps(), killServers()])
  writeStatements()
}, 30_000)
