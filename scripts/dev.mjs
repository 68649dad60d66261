// The service for those who work on it: npm run dev. A source that is saved is translated alone, without a look at its
// types (the editor and npm run types do that), and the server is started again. Arguments go to the server.
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { prepare, root } from './prepare.mjs'

const source = path.join(root, 'src')
const build = path.join(root, 'dist')
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(root, 'tsconfig.build.json'), ts.sys.readFile).config,
  ts.sys,
  root,
)
const say = (text) => process.stderr.write(`dev: ${text}\n`)

await prepare({ web: 'try' }).catch((error) => {
  // A start is worth trying with what was built last: the next save may mend it.
  say(error.message)
})

let server
let stopping = false
const watched = new Set()
const changed = new Set()
let timer

start()
watchBelow(source)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopping = true
    if (server) server.kill('SIGTERM')
    else process.exit()
  })

/**
 * Watches each folder by itself. Node's recursive watch loses a file that an editor saves by putting a new one in its
 * place; a folder tells of every name in it, again and again.
 */
function watchBelow(folder) {
  if (watched.has(folder)) return
  watched.add(folder)
  watch(folder, (_, name) => {
    const saved = name && path.join(folder, name)
    if (!saved) return
    if (saved.endsWith('.ts')) return changedFile(path.relative(source, saved))
    if (statSync(saved, { throwIfNoEntry: false })?.isDirectory()) watchBelow(saved)
    else watched.delete(saved)
  })
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) watchBelow(path.join(folder, entry.name))
}

function changedFile(name) {
  changed.add(name)
  clearTimeout(timer)
  // Editors write a file in several steps.
  timer = setTimeout(restart, 50)
}

/** `begun`: when what led to it was saved. */
function start(begun = performance.now()) {
  const child = spawn(process.execPath, [path.join(build, 'main.js'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  server = child
  child.stdout.on('data', (text) => {
    process.stdout.write(text)
    if (String(text).includes('svc answers')) say(`up in ${Math.round(performance.now() - begun)} ms`)
  })
  child.on('exit', () => {
    if (server === child) server = undefined
    if (stopping) process.exit()
  })
}

async function restart() {
  const begun = performance.now()
  const files = [...changed]
  changed.clear()
  for (const file of files) translate(file)
  say(`${files.join(', ')} changed`)
  const before = server
  if (before) {
    const gone = new Promise((resolve) => before.once('exit', resolve))
    before.kill('SIGTERM')
    await gone
  }
  if (!stopping && !server) start(begun)
}

function translate(file) {
  const from = path.join(source, file)
  const to = path.join(build, file.replace(/\.ts$/, '.js'))
  if (!existsSync(from)) return rmSync(to, { force: true })
  const { outputText, sourceMapText } = ts.transpileModule(readFileSync(from, 'utf8'), {
    // One file by itself doesn't show that it is a module of Node's kind.
    compilerOptions: {
      ...options,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
    fileName: from,
  })
  mkdirSync(path.dirname(to), { recursive: true })
  writeFileSync(to, outputText)
  if (sourceMapText) writeFileSync(`${to}.map`, sourceMapText)
}
