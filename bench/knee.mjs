// Finds the rate at which the service can no longer follow, by one, two and four processes; see knee.ts.
import { startCompiled } from './start.mjs'

await startCompiled('knee')
