// Runs the server and restarts it when a source file changes: npm run dev. Arguments are passed to the server. Changed files
// are compiled one by one without a type check: tsc --watch takes a second longer and leaves the output of deleted files.
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { at, prepare, root } from './prepare.mjs'

await prepare({ web: 'try' }).catch((error) => {
  // Starts with the previous build: the next change may fix the error.
  process.stderr.write(`${error.message}\n`)
})
const { default: ts } = await import('typescript')
const source = at('src')
const { compilerOptions } = ts.readConfigFile(at('tsconfig.json'), ts.sys.readFile).config
const { options } = ts.convertCompilerOptionsFromJson(
  // A single file does not show that its package has modules.
  { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler' },
  root,
)

const EDITOR_DELAY_MS = 50
const watched = new Set()
const changed = new Set()
let timer

watchFolder(source)
const args = ['--watch', '--watch-preserve-output', at('dist', 'main.js'), ...process.argv.slice(2)]
const server = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
server.once('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'))

/** Watches each folder on its own: a recursive watch loses files that an editor replaces on saving. */
function watchFolder(folder) {
  if (watched.has(folder)) return
  watched.add(folder)
  watch(folder, (_, name) => {
    const file = path.join(folder, name ?? '')
    if (file.endsWith('.ts')) addChange(file)
    else if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) watchFolder(file)
    else watched.delete(file)
  })
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) watchFolder(path.join(folder, entry.name))
}

/** Waits a little, since editors write a file in several steps. */
function addChange(file) {
  changed.add(file)
  clearTimeout(timer)
  timer = setTimeout(() => {
    for (const name of changed) compile(name)
    changed.clear()
  }, EDITOR_DELAY_MS)
}

/** Writes the output, whose change restarts the server. */
function compile(file) {
  const output = at('dist', path.relative(source, file).replace(/\.ts$/, '.js'))
  if (!existsSync(file)) return rmSync(output, { force: true })
  const compiled = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: options,
    fileName: file,
  })
  // Node does not watch a file that was missing at the last start.
  if (!existsSync(output)) utimesSync(at('dist', 'main.js'), new Date(), new Date())
  mkdirSync(path.dirname(output), { recursive: true })
  writeFileSync(output, compiled.outputText)
  if (compiled.sourceMapText) writeFileSync(`${output}.map`, compiled.sourceMapText)
}
