// Everything that must hold before a change goes in. All steps are run, also after one has failed: two at a time, those
// that take longest first, and the tests, which keep both processors busy, after the rest.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { packageScript, prepare, root, run } from './prepare.mjs'

const script = (file, ...args) => [process.execPath, path.join('scripts', file), ...args]
const folders = ['src', 'clients', 'web', 'test', 'bench', 'scripts']

const steps = [
  ['types', [...packageScript('typescript', 'bin/tsc'), '-p', 'tsconfig.json', '--noEmit']],
  ['types web', [...packageScript('typescript', 'bin/tsc'), '-p', 'web/tsconfig.json', '--noEmit']],
  ['format', [...packageScript('prettier', 'bin/prettier.cjs'), '--check', '--log-level=warn', '.']],
  ['openapi', script('openapi-lint.mjs')],
  ['lint', [...packageScript('oxlint', 'bin/oxlint'), '--deny-warnings', ...folders]],
  [
    'boundaries',
    [
      ...packageScript('dependency-cruiser', 'bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'clients',
      'web',
      'bench',
      'scripts',
    ],
  ],
  ['schema', script('schema-dump.mjs', '--check')],
  ['snapshot', script('openapi-snapshot.mjs', '--check')],
  ['sdk', script('sdk.mjs', '--check')],
  ['tests', script('test.mjs', '--all')],
].filter(([, command]) => command[1].startsWith(root) || existsSync(path.join(root, command[1])))

const prepared = await timed('prepare', async () => {
  await prepare()
  return 0
})
const failed = prepared ? [] : ['prepare']
const waiting = steps.slice(0, -1)
await Promise.all([takeSteps(waiting), takeSteps(waiting)])
await takeSteps(steps.slice(-1))
process.stdout.write(failed.length ? `\nfailed: ${failed.join(', ')}\n` : '\nall good\n')
process.exitCode = failed.length ? 1 : 0

/** Takes one step after the other from a list, which others take from too. */
async function takeSteps(list) {
  for (let step = list.shift(); step; step = list.shift()) {
    const [name, command] = step
    if (!(await timed(name, () => run(command)))) failed.push(name)
  }
}

async function timed(name, work) {
  const start = performance.now()
  const code = await work().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    return 1
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(11)}${seconds.padStart(6)} s\n`)
  return code === 0
}
