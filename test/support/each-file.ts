import { afterAll } from 'vitest'
import { stopApps } from './app.ts'
import { killServers } from './spawn.ts'

// Whatever a file started is stopped with it, so that no test has to.
afterAll(() => Promise.all([stopApps(), killServers()]), 30_000)
