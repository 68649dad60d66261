import { existsSync, readFileSync, rmSync } from 'node:fs'
import { withLock } from './lock.mjs'
import { at, digest, filesBelow, packageScript, read, run, write } from './project.mjs'
import { buildWeb, isWebBuilt } from './web.mjs'

export { at, packageScript, root, run } from './project.mjs'

const BUILT = at('dist', '.built')

/**
 * Installs the locked packages and builds dist/, and the console on request, unless they are up to date. Prints to standard
 * error.
 * @param {{ web?: 'must' | 'try' }} [options] web: builds the console, and throws (`must`) or warns (`try`) on failure
 * @throws {Error} with one line, when the install or the build failed
 */
export async function prepare({ web } = {}) {
  if (isInstalled() && isBuilt() && (!web || isWebBuilt())) return
  await withLock(at('.svc', 'prepare.lock'), async () => {
    // Checks again: another process may have done it while this one waited.
    if (!isInstalled()) await install()
    await Promise.all([isBuilt() || build(), !web || isWebBuilt() || (web === 'must' ? buildWeb() : tryWeb())])
  })
}

/** Warns on failure: the API works without the console, whose first page then says how to build it. */
const tryWeb = () =>
  buildWeb().catch((error) => {
    const fallback = existsSync(at('dist-web', 'index.html')) ? 'the previous console' : 'no console'
    process.stderr.write(`${error.message}; the service starts with ${fallback}\n`)
  })

export async function prepareInstall() {
  if (isInstalled()) return
  await withLock(at('.svc', 'prepare.lock'), async () => {
    if (!isInstalled()) await install()
  })
}

/** Compares the lock file with npm's own record, which `npm ci` writes last. */
function isInstalled() {
  const record = read(at('node_modules', '.package-lock.json'))
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  const { '': _, ...locked } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  // Packages of this repository are linked, whatever their version.
  const isOwn = (name) => name.startsWith('clients/')
  return Object.entries(locked).every(
    ([name, { version, optional }]) =>
      optional || (isOwn(name) ? name in installed : installed[name]?.version === version),
  )
}

async function install() {
  process.stderr.write('Installing packages (npm ci) …\n')
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  const code = await run([...npm, 'ci', '--include=dev'], { toStderr: true })
  if (code !== 0) throw new Error('npm ci failed')
}

const isBuilt = () =>
  existsSync(at('dist', 'main.js')) &&
  existsSync(at('clients', 'import', 'dist', 'index.js')) &&
  read(BUILT) === sourceHash()

async function build() {
  process.stderr.write('Building …\n')
  const hash = sourceHash()
  // Without the marker, an interrupted build is repeated.
  rmSync(BUILT, { force: true })
  if ((await compile({ toStderr: true })) !== 0) throw new Error('the build failed')
  removeStale()
  write(BUILT, hash)
}

/** Compiles the server and the package it uses, and returns the exit code. The output does not depend on types. */
export async function compile(options) {
  for (const config of ['tsconfig.build.json', 'clients/import/tsconfig.json']) {
    const command = [...packageScript('typescript-native', 'bin/tsc'), '-p', config, '--noCheck']
    const code = await run(command, options)
    if (code !== 0) return code
  }
  return 0
}

/** Removes output without a source file, which imports would still find. */
function removeStale() {
  for (const file of filesBelow('dist')) {
    const source = file.replace(/^dist/, 'src').replace(/\.js(\.map)?$/, '.ts')
    if (/\.js(\.map)?$/.test(file) && !existsSync(at(source))) rmSync(at(file))
  }
}

const sourceHash = () =>
  digest([
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    ...filesBelow('src'),
    ...filesBelow('clients/import/src'),
  ])
