// Runs the benchmarks from a fresh clone: installs and builds what is missing, compiles this folder, starts it.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageScript, prepare, root, run } from '../scripts/prepare.mjs'

/** Compiles and runs one file of this folder, in this process; it finds its arguments in `process.argv`. */
export async function startCompiled(name) {
  await prepare()
  process.chdir(root)
  const code = await run([...packageScript('typescript-native', 'bin/tsc'), '-p', 'bench/tsconfig.json'], {
    quiet: true,
  })
  const compiled = path.join(root, '.svc', 'bench', 'bench', `${name}.js`)
  if (code !== 0 || !existsSync(compiled)) throw new Error('the benchmarks do not compile')
  await import(pathToFileURL(compiled).href)
}

if (process.argv[1] === import.meta.filename) await startCompiled('run')
