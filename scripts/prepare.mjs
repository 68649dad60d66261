import { existsSync, readFileSync, rmSync } from 'node:fs'
import { withLock } from './lock.mjs'
import { at, digest, filesBelow, packageScript, read, run, write } from './project.mjs'
import { buildWeb, isWebBuilt } from './web.mjs'

export { packageScript, root, run } from './project.mjs'

const INSTALLED = at('node_modules', '.svc-installed')
const BUILT = at('dist', '.built')

/**
 * Makes sure that the locked packages are installed and dist/ is built from the sources as they are, and the console where
 * it is asked for. Does nothing but hash files when all is well; everything it says goes to standard error.
 * @param {{ web?: 'must' | 'try' }} [options] web: the console too, without which a server can do (`try`) or not (`must`)
 * @throws {Error} one line, when the install or the build failed
 */
export async function prepare({ web } = {}) {
  if (isInstalled() && isBuilt() && (!web || isWebBuilt())) return
  await withLock(at('.svc', 'prepare.lock'), async () => {
    // Looked at again: another start may have done the work while this one waited.
    if (!isInstalled()) await install()
    await Promise.all([
      isBuilt() || build(),
      !web || isWebBuilt() || (web === 'must' ? buildWeb() : tryWeb()),
    ])
  })
}

/** The API does without the console, or with the one before. Without any, the first page says how to build it. */
const tryWeb = () =>
  buildWeb().catch((error) => {
    const what = existsSync(at('dist-web', 'index.html')) ? 'with the one before' : 'without it'
    process.stderr.write(`${error.message}; the service starts ${what}\n`)
  })

/** Makes sure that the locked packages are installed, and builds nothing. */
export async function prepareInstall() {
  if (isInstalled()) return
  await withLock(at('.svc', 'prepare.lock'), async () => {
    if (!isInstalled()) await install()
  })
}

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
  const command = [...packageScript('typescript-native', 'bin/tsc'), '-p', 'tsconfig.build.json', '--noCheck']
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
