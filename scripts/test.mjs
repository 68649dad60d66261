// Runs the tests, from a fresh clone too. Without arguments the short run, which ends within minutes and says what it
// leaves out; with --all every test; other arguments go to vitest. With CI=true a skipped test is a failure. Afterwards the
// statements that the tests sent are held to the rules of scripts/statements.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageScript, prepare, root, run } from './prepare.mjs'

const args = process.argv.slice(2)
if (args[0] === '--') args.shift()
const all = args[0] === '--all'
if (all) args.shift()
const short = !all && args.length === 0
const leftOut = `
This was the short run. It leaves out the second database (each test runs on PostgreSQL where its programs are found, else
on the embedded one), the matrix of who may do what, the trials (kills, races, dead receivers, load), the commands, the
database layer by itself, the pages in a browser, the guide, most of the odd input, and files that take ten seconds each.
  npm run check    nearly all of it, what differs by database on both, with types, lint and the other checks
  npm run trials   all of it on both databases, the trials at length: for hours
`

try {
  await prepare({ web: 'must' })
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

// A name pattern marks all that it leaves out as skipped.
const strict = process.env.CI === 'true' && !args.some((arg) => /^(-t|--testNamePattern)/.test(arg))
const report = path.join(root, '.svc', 'test-report.json')
const reporters = strict ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
const env = short ? { ...process.env, SUITE: 'short' } : process.env
const code = await run([...packageScript('vitest', 'vitest.mjs'), 'run', ...reporters, ...args], { env })
if (short) process.stdout.write(leftOut)
const skipped = strict && code === 0 ? skippedTests() : []
for (const name of skipped) process.stderr.write(`skipped, which CI does not allow: ${name}\n`)
// What is sent where the tables are spread is another statement in places.
const wrong = code === 0 && process.env.TEST_CITUS !== '1' ? await wrongStatements() : []
for (const fault of wrong) process.stderr.write(`\n${fault}\n`)
process.exitCode = skipped.length || wrong.length ? 1 : code

/** The statements that broke a rule of scripts/statements, in words, but for those that may. */
async function wrongStatements() {
  // Loaded only now, since the packages that it needs may have been installed above.
  const { lintStatements } = await import('./statements/lint.mjs')
  return await lintStatements({ whole: false })
}

function skippedTests() {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap((file) => file.assertionResults)
  return tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)
}
