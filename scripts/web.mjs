// Builds the console (web/) into dist-web/, from which the service serves it: npm run build:web.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { at, digest, filesBelow, packageScript, read, run, write } from './project.mjs'

const BUILT = at('dist-web', '.built')
const folder = at('dist-web')
const assets = path.join(folder, 'assets')
/** Retention of a previous build's files, which open tabs still load. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Returns whether the console is up to date; independent of the service's sources. */
export const isWebBuilt = () => read(BUILT) === sourceHash()

const sourceHash = () => digest(['package-lock.json', ...filesBelow('web'), ...filesBelow('clients/sdk/src')])

/**
 * Builds the console.
 * @throws {Error} with one line; the previous build stays
 */
export async function buildWeb() {
  process.stderr.write('Building the console …\n')
  const hash = sourceHash()
  // Without the marker, an interrupted build is repeated.
  rmSync(BUILT, { force: true })
  leaveBehind(folder)
  const command = [...packageScript('vite', 'bin/vite.js'), 'build', '--config', 'web/vite.config.ts']
  const code = await run([...command, '--logLevel', 'warn'], { toStderr: true })
  if (code !== 0) throw new Error('the build of the console failed')
  removeOld(folder)
  await Promise.all(readdirSync(assets).map(compress))
  write(BUILT, hash)
}

const isCompressed = (name) => /\.(br|gz)$/.test(name)

/** Sets the modification time of the current build's files, from which their retention counts. */
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

/** Removes files of previous builds after their retention. */
export function removeOld(folder) {
  for (const name of readdirSync(path.join(folder, 'assets'))) {
    const file = path.join(folder, 'assets', name)
    if (Date.now() - statSync(file).mtimeMs > RETENTION_MS) rmSync(file)
  }
}

/** Compresses a file, so that no request has to. The name of a file changes with its content. */
async function compress(name) {
  if (isCompressed(name)) return
  const bytes = readFileSync(path.join(assets, name))
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const save = (ending, compressed) => writeFileSync(path.join(assets, name + ending), compressed)
  const existing = readdirSync(assets)
  if (existing.includes(`${name}.br`) && existing.includes(`${name}.gz`)) return
  save('.br', await promisify(brotliCompress)(bytes, best))
  save('.gz', await promisify(gzip)(bytes, { level: 9 }))
}

if (process.argv[1] === import.meta.filename)
  await buildWeb().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
