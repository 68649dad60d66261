// Compiles the benchmarks and runs one of their programs: `run` by default, `saturation`, `costs`, `plans` or `sign-in` as first argument.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageScript, prepare, root, run } from '../scripts/prepare.mjs'

const folder = ['saturation', 'costs', 'plans', 'sign-in'].includes(process.argv[2])
  ? process.argv.splice(2, 1)[0]
  : '.'
await prepare()
process.chdir(root)
const compile = [...packageScript('typescript-native', 'bin/tsc'), '-p', 'bench/tsconfig.json']
const code = await run(compile, { quiet: true })
const program = path.join(root, '.svc', 'bench', 'bench', folder, 'run.js')
if (code !== 0 || !existsSync(program)) throw new Error('the benchmarks do not compile')
await import(pathToFileURL(program).href)
