// Runs all checks of a change: npm run check. Runs every step, even after a failure: the tests, and concurrently all others
// one after another at low priority.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { packageScript, prepare, root, run } from './prepare.mjs'

const script = (file, ...args) => [process.execPath, path.join('scripts', file), ...args]
const folders = ['src', 'clients', 'web', 'test', 'bench', 'scripts']

const tests = ['tests', script('test.mjs', '--all')]
const steps = [
  tests,
  ['types', [...packageScript('typescript-native', 'bin/tsc'), '-p', 'tsconfig.json', '--noEmit']],
  ['types web', [...packageScript('typescript-native', 'bin/tsc'), '-p', 'web/tsconfig.json', '--noEmit']],
  ['format', [...packageScript('prettier', 'bin/prettier.cjs'), '--check', '--log-level=warn', '.']],
  ['openapi', script('openapi-lint.mjs')],
  ['style', script('style.mjs')],
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
  ['data format', script('data-format.mjs', '--check')],
].filter(([, command]) => command[1].startsWith(root) || existsSync(path.join(root, command[1])))

const prepared = await timed('prepare', async () => {
  await prepare({ web: 'must' })
  return 0
})
const failed = prepared ? [] : ['prepare']
await Promise.all([runSteps(steps), runSteps(steps)])
process.stdout.write(failed.length ? `\nfailed: ${failed.join(', ')}\n` : '\nall good\n')
process.exitCode = failed.length ? 1 : 0

async function runSteps(list) {
  for (let step = list.shift(); step; step = list.shift()) {
    const [name, command] = step
    if (!(await timed(name, () => (step === tests ? run(command) : runAtLowPriority(command))))) failed.push(name)
  }
}

/** Does not disturb tests that measure time. Prints the output at the end, so that it does not mix with the tests'. */
function runAtLowPriority([program, ...args]) {
  const output = []
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code ?? 1)
    })
  })
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
