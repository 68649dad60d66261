// Runs the tests: npm test. Without arguments it leaves out slow tests and prints which; --all runs all; other arguments are
// passed to vitest. With CI=true a skipped test fails. Afterwards, checks the statements that the tests sent against the
// rules of scripts/statements.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageScript, prepare, root, run } from './prepare.mjs'

const args = process.argv.slice(2)
if (args[0] === '--') args.shift()
const all = args[0] === '--all'
if (all) args.shift()
const short = !all && args.length === 0
const omittedTests = `
This was the short run. It omits the second database (tests run on PostgreSQL if its programs are installed, otherwise on
the embedded database), the permission matrix, resilience and load tests, commands, the database layer, the console in a
browser, the guide, most random input, and files that take five seconds or more.
  npm run check    nearly all tests, on both databases where it matters, with types, lint and the other checks
  npm run trials   all tests on both databases, with the long tests: takes hours
`

try {
  await prepare({ web: 'must' })
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

// A name pattern reports all other tests as skipped.
const strict = process.env.CI === 'true' && !args.some((arg) => /^(-t|--testNamePattern)/.test(arg))
const report = path.join(root, '.svc', 'test-report.json')
const reporters = strict ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
const env = short ? { ...process.env, SUITE: 'short' } : process.env
const code = await run([...packageScript('vitest', 'vitest.mjs'), 'run', ...reporters, ...args], { env })
if (short) process.stdout.write(omittedTests)
const skipped = strict && code === 0 ? listSkippedTests() : []
for (const name of skipped) process.stderr.write(`skipped, which fails in CI: ${name}\n`)
// Some statements differ on sharded tables.
const faults = code === 0 && process.env.TEST_CITUS !== '1' ? await listFaults() : []
for (const fault of faults) process.stderr.write(`\n${fault}\n`)
process.exitCode = skipped.length || faults.length ? 1 : code

async function listFaults() {
  // Its packages may have been installed above.
  const { lintStatements } = await import('./statements/lint.mjs')
  return await lintStatements({ whole: false })
}

function listSkippedTests() {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap((file) => file.assertionResults)
  return tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)
}
