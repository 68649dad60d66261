// Builds clients/*/dist: npm run build:clients. Every `svc …` of a clone runs it first, so it only compares modification
// times, and loads the compilers only when there is something to build.
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const at = (...parts) => path.join(root, ...parts)
const clients = ['sdk', 'import', 'cli'].map((name) => at('clients', name))
const BUILT = at('clients', 'cli', 'dist', '.built')
const FAILED = at('.svc', 'clients.failed')

/**
 * Builds the clients unless they are up to date, one process at a time, without a type check (`npm run types`).
 * @throws {Error} when the build failed, and again without building as long as the sources are unchanged
 */
export async function buildClients() {
  if (isUpToDate(BUILT)) return
  rejectFailedBuild()
  const [{ prepareInstall }, { withLock }] = await Promise.all([import('./prepare.mjs'), import('./lock.mjs')])
  await withLock(at('.svc', 'clients.lock'), async () => {
    if (isUpToDate(BUILT)) return
    rejectFailedBuild()
    await prepareInstall()
    process.stderr.write('Building the clients …\n')
    // A file saved during the build is newer than the marker and built the next time.
    const startedAt = new Date()
    try {
      await buildSdk()
      await compileClient('import', 'tsconfig.json')
      await buildCli()
    } catch (error) {
      writeMarker(FAILED, startedAt, error.message)
      throw error
    }
    writeMarker(BUILT, startedAt)
  })
}

async function compileClient(name, config) {
  const { packageScript, run } = await import('./prepare.mjs')
  const tsc = packageScript('typescript-native', 'bin/tsc')
  const command = [...tsc, '-p', at('clients', name, config), '--noCheck']
  if ((await run(command, { toStderr: true })) !== 0) throw new Error(`clients/${name} could not be built`)
}

async function buildSdk() {
  for (const config of ['tsconfig.json', 'tsconfig.cjs.json']) await compileClient('sdk', config)
  // Overrides the package's type.
  writeFileSync(at('clients', 'sdk', 'dist', 'cjs', 'package.json'), '{ "type": "commonjs" }\n')
}

async function packSdk() {
  const { prepareInstall } = await import('./prepare.mjs')
  await prepareInstall()
  await buildSdk()
}

/** Bundles the CLI with its dependencies: a start reads a few files instead of a hundred. */
async function buildCli() {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'error',
    root: at('clients', 'cli'),
    publicDir: false,
    ssr: { noExternal: ['@svc/sdk'], resolve: { conditions: ['svc-source'] } },
    build: {
      ssr: 'src/main.ts',
      target: 'node20.19',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  })
}

const isUpToDate = (file) => (readTime(file) ?? -1) >= findNewestSource()

/** Throws the previous failure without building: a shell's completion would wait for the build on each key. */
function rejectFailedBuild() {
  if (isUpToDate(FAILED))
    throw new Error(`${readFileSync(FAILED, 'utf8')}\n(the sources are the same; remove ${FAILED} to try again)`)
}

function writeMarker(file, time, text = '') {
  writeFileSync(file, text)
  utimesSync(file, time, time)
}

function readTime(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

/** Returns the newest modification time; that of a folder changes with deleted files. */
function findNewestSource() {
  const below = clients.flatMap((client) => {
    const src = path.join(client, 'src')
    const entries = readdirSync(src, { recursive: true, encoding: 'utf8' })
    return [
      path.join(client, 'tsconfig.json'),
      path.join(client, 'package.json'),
      src,
      ...entries.map((entry) => path.join(src, entry)),
    ]
  })
  const files = [at('tsconfig.json'), at('scripts', 'clients.mjs'), ...below]
  return Math.max(...files.map((file) => readTime(file) ?? 0))
}

if (process.argv[1] === import.meta.filename) await (process.argv[2] === 'sdk' ? packSdk() : buildClients())
