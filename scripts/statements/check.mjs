// Prints the findings of the last test run that are no exceptions, and fails if there are any. With --whole, after a run of
// all tests, an unused exception is a fault, too.
import { lintStatements } from './lint.mjs'

const faults = await lintStatements({ whole: process.argv.includes('--whole') })
for (const fault of faults) process.stderr.write(`\n${fault}\n`)
process.stdout.write(`${faults.length} faults in the statements that the tests sent\n`)
process.exitCode = faults.length ? 1 : 0
