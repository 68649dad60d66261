// Builds clients/*/dist in a clone. It is on the way of every `svc …`, so it looks at times alone, and loads what builds
// only when there is something to build. By itself: npm run build:clients.
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const at = (...parts) => path.join(root, ...parts)
const clients = ['sdk', 'cli'].map((name) => at('clients', name))
const BUILT = at('clients', 'cli', 'dist', '.built')
const FAILED = at('.svc', 'clients.failed')

/**
 * Makes sure that the clients are built from the sources as they are, one process at a time. Their types are not checked:
 * nobody who wants to begin waits for that (`npm run types` does it).
 * @throws {Error} when the build failed; the same at once as long as the sources are the same
 */
export async function buildClients() {
  if (isOf(BUILT)) return
  failAgain()
  const [{ prepareInstall }, { withLock }] = await Promise.all([
    import('./prepare.mjs'),
    import('./lock.mjs'),
  ])
  await withLock(at('.svc', 'clients.lock'), async () => {
    if (isOf(BUILT)) return
    failAgain()
    await prepareInstall()
    process.stderr.write('Building the clients …\n')
    // What is saved while this goes on is newer than the mark, and built the next time.
    const begun = new Date()
    try {
      await buildSdk()
      await buildCli()
    } catch (error) {
      mark(FAILED, begun, error.message)
      throw error
    }
    mark(BUILT, begun)
  })
}

async function buildSdk() {
  const { packageScript, run } = await import('./prepare.mjs')
  const tsc = packageScript('typescript-native', 'bin/tsc')
  for (const config of ['tsconfig.json', 'tsconfig.cjs.json']) {
    const command = [...tsc, '-p', at('clients', 'sdk', config), '--noCheck']
    if ((await run(command, { quiet: true })) !== 0) throw new Error('clients/sdk could not be built')
  }
  // Under a package of modules, a folder of CommonJS says that it is one.
  writeFileSync(at('clients', 'sdk', 'dist', 'cjs', 'package.json'), '{ "type": "commonjs" }\n')
}

/** Builds the SDK for a package of it, whatever was built before. */
async function packSdk() {
  const { prepareInstall } = await import('./prepare.mjs')
  await prepareInstall()
  await buildSdk()
}

/** The command line is bundled with what it uses: a start reads a few files, not a hundred. */
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

const isOf = (file) => (timeOf(file) ?? -1) >= newest()

/** Once told, a failure is told again at once: a shell that completes a command would wait for it at every key. */
function failAgain() {
  if (isOf(FAILED))
    throw new Error(
      `${readFileSync(FAILED, 'utf8')}\n(the sources are the same; remove ${FAILED} to try again)`,
    )
}

function mark(file, time, text = '') {
  writeFileSync(file, text)
  utimesSync(file, time, time)
}

function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

/** When the sources were changed last; their folders' times tell of files that are gone. */
function newest() {
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
  return Math.max(...files.map((file) => timeOf(file) ?? 0))
}

if (process.argv[1] === import.meta.filename) await (process.argv[2] === 'sdk' ? packSdk() : buildClients())
