// Everything that must hold before a change goes in. All steps are run, also after one has failed: beside the tests, which
// wait for other processes now and then, the others one after the other with what time the tests leave.
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
].filter(([, command]) => command[1].startsWith(root) || existsSync(path.join(root, command[1])))

const prepared = await timed('prepare', async () => {
  await prepare({ web: 'must' })
  return 0
})
const failed = prepared ? [] : ['prepare']
await Promise.all([takeSteps(steps), takeSteps(steps)])
process.stdout.write(failed.length ? `\nfailed: ${failed.join(', ')}\n` : '\nall good\n')
process.exitCode = failed.length ? 1 : 0

/** Takes one step after the other from a list, which others take from too. */
async function takeSteps(list) {
  for (let step = list.shift(); step; step = list.shift()) {
    const [name, command] = step
    if (!(await timed(name, () => (step === tests ? run(command) : runBeside(command))))) failed.push(name)
  }
}

/**
 * Runs a step at the lowest priority: tests that watch the time don't notice it. What it says comes at once when it is
 * over, not in pieces between what the tests say.
 */
function runBeside([program, ...args]) {
  const said = []
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => said.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said))
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
