import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './lock.mjs'

export const root = path.resolve(import.meta.dirname, '..')
const at = (...parts) => path.join(root, ...parts)

const INSTALLED = at('node_modules', '.svc-installed')
const BUILT = at('dist', '.built')

/**
 * Makes sure that the locked packages are installed and dist/ is built from the sources as they are.
 * Does nothing but hash files when all is well; everything it says goes to standard error.
 * @throws {Error} one line, when the install or the build failed
 */
export async function prepare() {
  if (isInstalled() && isBuilt()) return
  await withLock(at('.svc', 'prepare.lock'), async () => {
    // Looked at again: another start may have done the work while this one waited.
    if (!isInstalled()) await install()
    if (!isBuilt()) await build()
  })
}

/** Makes sure that the locked packages are installed, and builds nothing. */
export async function prepareInstall() {
  if (isInstalled()) return
  await withLock(at('.svc', 'prepare.lock'), async () => {
    if (!isInstalled()) await install()
  })
}

/**
 * Runs a program in the project's folder, and gives its exit code.
 * @param {string[]} command
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv }} [options] quiet: its output goes to standard error
 */
export function run(command, { quiet = false, env = process.env } = {}) {
  const [program, ...args] = command
  const stdio = ['ignore', quiet ? 2 : 'inherit', 'inherit']
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio, env })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** The command that runs a program of an installed package: its script, on this Node. */
export const packageScript = (name, script) => [process.execPath, at('node_modules', name, script)]

function isInstalled() {
  const wanted = lockHash()
  if (read(INSTALLED) === wanted) return true
  if (!installedByHand()) return false
  write(INSTALLED, wanted)
  return true
}

/** Whether npm's own record says that what the lock file asks for is there, as after a plain `npm ci`. */
function installedByHand() {
  const record = read(at('node_modules', '.package-lock.json'))
  if (record === undefined) return false
  const there = JSON.parse(record).packages
  const { '': _, ...asked } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  return Object.entries(asked).every(
    ([name, { version, optional }]) => optional || there[name]?.version === version,
  )
}

async function install() {
  process.stderr.write('Installing packages (npm ci) …\n')
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  const code = await run([...npm, 'ci', '--include=dev'], { quiet: true })
  if (code !== 0) throw new Error('npm ci failed')
  write(INSTALLED, lockHash())
}

const isBuilt = () => existsSync(at('dist', 'main.js')) && read(BUILT) === sourceHash()

async function build() {
  process.stderr.write('Building …\n')
  const wanted = sourceHash()
  // Without its mark, a build that is cut short is done again.
  rmSync(BUILT, { force: true })
  // What it writes does not depend on types, and whoever starts the service does not wait for their check (`npm run types`).
  const command = [...packageScript('typescript', 'bin/tsc'), '-p', 'tsconfig.build.json', '--noCheck']
  const code = await run(command, { quiet: true })
  if (code !== 0) throw new Error('the build failed')
  removeStale()
  write(BUILT, wanted)
}

/** Outputs whose source is gone would still be found by an import. */
function removeStale() {
  for (const file of filesBelow('dist')) {
    const source = file.replace(/^dist/, 'src').replace(/\.js(\.map)?$/, '.ts')
    if (/\.js(\.map)?$/.test(file) && !existsSync(at(source))) rmSync(at(file))
  }
}

const lockHash = () => digest([at('package-lock.json')])
const sourceHash = () =>
  digest(
    ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...filesBelow('src')].map((name) =>
      at(name),
    ),
  )

function filesBelow(folder) {
  const entries = readdirSync(at(folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).toSorted()
}

function digest(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function write(file, text) {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  } catch (error) {
    // A read-only folder that is up to date needs no mark; it is only looked at more closely each time.
    if (error.code !== 'EROFS' && error.code !== 'EACCES') throw error
  }
}
