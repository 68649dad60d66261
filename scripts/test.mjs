// Runs the tests, from a fresh clone too. Arguments go to vitest. With CI=true a skipped test is a failure.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageScript, prepare, root, run } from './prepare.mjs'

const args = process.argv.slice(2)
if (args[0] === '--') args.shift()

try {
  await prepare()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

// A name pattern marks all that it leaves out as skipped.
const strict = process.env.CI === 'true' && !args.some((arg) => /^(-t|--testNamePattern)/.test(arg))
const report = path.join(root, '.svc', 'test-report.json')
const reporters = strict ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
const code = await run([...packageScript('vitest', 'vitest.mjs'), 'run', ...reporters, ...args])
const skipped = strict && code === 0 ? skippedTests() : []
for (const name of skipped) process.stderr.write(`skipped, which CI does not allow: ${name}\n`)
process.exitCode = skipped.length ? 1 : code

function skippedTests() {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap((file) => file.assertionResults)
  return tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)
}
