// Runs the service from a fresh clone: installs and builds what is missing, then loads it into this process.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

const args = process.argv.slice(2)
if (args[0] === '--') args.shift()

if (process.env.npm_lifecycle_event) endWithNpm()
try {
  // Other commands have no use for the console.
  await prepare(args.length === 0 || args[0] === 'serve' ? { web: 'try' } : {})
} catch (error) {
  process.stderr.write(`svc: ${error.message}\n`)
  process.exit(1)
}
const main = path.join(root, 'dist', 'main.js')
process.argv = [process.argv[0], main, ...args]
await import(pathToFileURL(main).href)

/** npm hands signals to its shell, which keeps them, and none when killed; so a server without its npm ends itself. */
function endWithNpm() {
  const before = parents()
  const timer = setInterval(() => {
    if (parents() === before) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** The parent, and behind a shell (where /proc tells) the parent of that. */
function parents() {
  const parent = process.ppid
  try {
    const [, name, rest] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(ba|da|a|z|k)?sh$/.test(name) ? `${parent} ${rest}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
