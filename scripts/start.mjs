// Runs the service in this process: npm start, npm run svc-server. Installs and builds first, if necessary.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

const args = process.argv.slice(2)
if (args[0] === '--') args.shift()

if (process.env.npm_lifecycle_event) exitWithNpm()
try {
  // Only the server needs the console.
  await prepare(args.length === 0 || args[0] === 'serve' ? { web: 'try' } : {})
} catch (error) {
  process.stderr.write(`svc: ${error.message}\n`)
  process.exit(1)
}
const main = path.join(root, 'dist', 'main.js')
process.argv = [process.argv[0], main, ...args]
await import(pathToFileURL(main).href)

/** Stops the server when npm is gone: npm's shell does not forward signals, nor does a killed npm. */
function exitWithNpm() {
  const initial = describeParents()
  const timer = setInterval(() => {
    if (describeParents() === initial) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** Returns the parent's process id and, for a shell with /proc, that of its parent. */
function describeParents() {
  const parent = process.ppid
  try {
    const [, name, rest] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(ba|da|a|z|k)?sh$/.test(name) ? `${parent} ${rest}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
