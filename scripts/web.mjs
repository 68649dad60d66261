// Builds the console (web/) into dist-web/, where the service takes it from.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { at, digest, filesBelow, packageScript, read, run, write } from './project.mjs'

const BUILT = at('dist-web', '.built')
const folder = at('dist-web')
const assets = path.join(folder, 'assets')
/** How long files of builds before stay from the next one on: a tab that was open meanwhile goes on loading its own. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** Whether the console is built from its sources as they are. A change of the service's own does not concern it. */
export const isWebBuilt = () => read(BUILT) === sourceHash()

const sourceHash = () =>
  digest(
    ['package-lock.json', ...filesBelow('web'), ...filesBelow('clients/sdk/src')].map((name) => at(name)),
  )

/**
 * Builds the console.
 * @throws {Error} one line; what was built before stays as it is
 */
export async function buildWeb() {
  process.stderr.write('Building the console …\n')
  const wanted = sourceHash()
  // Without its mark, a build that is cut short is done again.
  rmSync(BUILT, { force: true })
  leaveBehind(folder)
  const command = [...packageScript('vite', 'bin/vite.js'), 'build', '--config', 'web/vite.config.ts']
  const code = await run([...command, '--logLevel', 'warn'], { quiet: true })
  if (code !== 0) throw new Error('the build of the console failed')
  removeOld(folder)
  await Promise.all(readdirSync(assets).map(pack))
  write(BUILT, wanted)
}

const isPacked = (name) => /\.(br|gz)$/.test(name)

/**
 * Notes by the time of its files that the build there is was in use until now, however long ago it was made. The next one
 * writes its own anew, those too that stay the same.
 */
export function leaveBehind(folder) {
  const manifest = read(path.join(folder, '.vite', 'manifest.json'))
  const now = new Date()
  for (const { file, css = [], assets = [] } of Object.values(JSON.parse(manifest ?? '{}')))
    for (const name of [file, ...css, ...assets])
      for (const ending of ['', '.br', '.gz']) {
        const one = path.join(folder, name + ending)
        if (existsSync(one)) utimesSync(one, now, now)
      }
}

/** Removes what builds have left behind long ago. */
export function removeOld(folder) {
  for (const name of readdirSync(path.join(folder, 'assets'))) {
    const file = path.join(folder, 'assets', name)
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file)
  }
}

/** Packs a file for the way to browsers, so that no request waits for that. A name stands for one content for good. */
async function pack(name) {
  if (isPacked(name)) return
  const bytes = readFileSync(path.join(assets, name))
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const save = (ending, packed) => writeFileSync(path.join(assets, name + ending), packed)
  const known = readdirSync(assets)
  if (known.includes(`${name}.br`) && known.includes(`${name}.gz`)) return
  save('.br', await promisify(brotliCompress)(bytes, best))
  save('.gz', await promisify(gzip)(bytes, { level: 9 }))
}
