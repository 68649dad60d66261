// Builds clients/*/dist in a clone. It is on the way of every `svc …`, so it looks at times alone, and loads what builds
// only when there is something to build.
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const at = (...parts) => path.join(root, ...parts)
/** In the order in which they are built: the later one is typed by what the earlier one declares. */
const clients = ['sdk', 'cli'].map((name) => at('clients', name))
const BUILT = at('clients', 'cli', 'dist', '.built')

/**
 * Makes sure that the clients are built from the sources as they are, one process at a time.
 * @throws {Error} one line, when the build failed
 */
export async function buildClients() {
  if (isBuilt()) return
  const [{ packageScript, prepareInstall, run }, { withLock }] = await Promise.all([
    import('./prepare.mjs'),
    import('./lock.mjs'),
  ])
  await withLock(at('.svc', 'clients.lock'), async () => {
    if (isBuilt()) return
    await prepareInstall()
    process.stderr.write('Building the clients …\n')
    // What is saved while this goes on is newer than the mark, and built the next time.
    const begun = new Date()
    for (const client of clients) {
      const code = await run([...packageScript('typescript', 'bin/tsc'), '-p', client], { quiet: true })
      if (code !== 0) throw new Error(`${path.relative(root, client)} could not be built`)
    }
    writeFileSync(BUILT, '')
    utimesSync(BUILT, begun, begun)
  })
}

function isBuilt() {
  try {
    const built = statSync(BUILT).mtimeMs
    return sources().every((file) => statSync(file).mtimeMs <= built)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/** The sources and their folders, whose times tell of files that are gone. */
function sources() {
  const below = clients.flatMap((client) => {
    const src = path.join(client, 'src')
    const entries = readdirSync(src, { recursive: true, encoding: 'utf8' })
    return [path.join(client, 'tsconfig.json'), src, ...entries.map((entry) => path.join(src, entry))]
  })
  return [at('tsconfig.json'), ...below]
}
