import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
export const at = (...parts) => path.join(root, ...parts)

/**
 * Runs a program in the project's root and returns its exit code.
 * @param {string[]} command
 * @param {{ toStderr?: boolean, env?: NodeJS.ProcessEnv }} [options] toStderr: redirects its output to standard error
 */
export function run(command, { toStderr = false, env = process.env } = {}) {
  const [program, ...args] = command
  const stdio = ['ignore', toStderr ? 2 : 'inherit', 'inherit']
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio, env })
    // A build that outlives this process would overwrite the next one.
    const stop = () => child.kill() && process.exit(1)
    process.once('SIGTERM', stop)
    child.on('error', reject)
    child.on('exit', (code) => {
      process.off('SIGTERM', stop)
      resolve(code ?? 1)
    })
  })
}

export const packageScript = (name, script) => [process.execPath, at('node_modules', name, script)]

/** Lists the files in a folder, recursively, as paths from the root. */
export function filesBelow(folder) {
  const entries = readdirSync(at(folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).toSorted()
}

export function digest(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(at(file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

export function write(file, text) {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  } catch (error) {
    // In a read-only folder the marker is missing, and the slower check runs each time.
    if (error.code !== 'EROFS' && error.code !== 'EACCES') throw error
  }
}
