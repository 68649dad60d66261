// Everything that must hold before a change goes in. All steps are run, also after one has failed.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { packageScript, prepare, root, run } from './prepare.mjs'

const script = (file, ...args) => [process.execPath, path.join('scripts', file), ...args]
const folders = ['src', 'test', 'bench', 'scripts']

const steps = [
  ['types', [...packageScript('typescript', 'bin/tsc'), '-p', 'tsconfig.json', '--noEmit']],
  ['lint', [...packageScript('oxlint', 'bin/oxlint'), '--deny-warnings', ...folders]],
  [
    'boundaries',
    [
      ...packageScript('dependency-cruiser', 'bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'bench',
      'scripts',
    ],
  ],
  ['format', [...packageScript('prettier', 'bin/prettier.cjs'), '--check', '--log-level=warn', '.']],
  ['schema', script('schema-dump.mjs', '--check')],
  ['openapi', script('openapi-lint.mjs')],
  ['snapshot', script('openapi-snapshot.mjs', '--check')],
  ['tests', script('test.mjs', '--all')],
].filter(([, command]) => command[1].startsWith(root) || existsSync(path.join(root, command[1])))

const prepared = await timed('prepare', async () => {
  await prepare()
  return 0
})
const failed = prepared ? [] : ['prepare']
for (const [name, command] of steps) {
  if (!(await timed(name, () => run(command)))) failed.push(name)
}
process.stdout.write(failed.length ? `\nfailed: ${failed.join(', ')}\n` : '\nall good\n')
process.exitCode = failed.length ? 1 : 0

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
