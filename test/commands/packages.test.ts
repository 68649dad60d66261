import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClients } from '../../scripts/clients.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const clients = ['sdk', 'import', 'cli'].map((name) => path.join(root, 'clients', name))
const folder = mkdtempSync(path.join(tmpdir(), 'svc-test-packages-'))
const consumer = path.join(folder, 'consumer')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  scripts?: Record<string, string>
  exports?: Record<string, unknown>
}

const readManifest = (at: string) => JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8')) as Manifest

/** Returns the folders of the packages that the clients declare, and those that these need, as installed here. */
function findDependencies(folders: string[], found = new Set<string>()): Set<string> {
  for (const name of folders.flatMap((at) => Object.keys(readManifest(at).dependencies ?? {}))) {
    const at = path.join(root, 'node_modules', name)
    if (name.startsWith('@svc/') || found.has(at)) continue
    findDependencies([at], found.add(at))
  }
  return found
}

const runNpm = (at: string, args: string[]): string =>
  execFileSync('npm', [...args, '--offline', '--ignore-scripts'], {
    cwd: at,
    encoding: 'utf8',
    stdio: 'pipe',
    // Nothing that another project fetched helps.
    env: { ...process.env, npm_config_cache: path.join(folder, 'cache') },
  })

/** Packs the clients and what they depend on, and installs all of it in an empty folder without a registry. */
beforeAll(async () => {
  await buildClients()
  const tarballs = path.join(folder, 'tarballs')
  for (const at of [tarballs, consumer]) mkdirSync(at)
  runNpm(root, ['pack', '--silent', '--pack-destination', tarballs, ...clients, ...findDependencies(clients)])
  writeFileSync(path.join(consumer, 'package.json'), '{ "private": true }')
  runNpm(consumer, ['install', ...readdirSync(tarballs).map((name) => path.join(tarballs, name))])
})

const run = (program: string, args: string[]): string =>
  execFileSync(program, args, { cwd: consumer, encoding: 'utf8', stdio: 'pipe' })

test('the installed command line runs and shows its version', () => {
  const { version } = readManifest(clients[2]!)
  expect(run('node_modules/.bin/svc', ['--version'])).toBe(`${version}\n`)
})

test('every entry of the installed packages can be imported', () => {
  const entries = clients.flatMap((at) => {
    const { name, exports = {} } = readManifest(at)
    return Object.keys(exports).map((entry) => path.posix.join(name, entry))
  })
  expect(entries).toEqual(expect.arrayContaining(['@svc/sdk', '@svc/import']))
  const script = `for (const entry of ${JSON.stringify(entries)})
    console.log(entry, Object.keys(await import(entry)).length > 0)`
  const lines = run(process.execPath, ['--input-type=module', '--eval', script]).trim().split('\n')
  expect(lines).toEqual(entries.map((entry) => `${entry} true`))
})

test('every package is built before it is packed', () => {
  for (const at of clients) expect(readManifest(at).scripts?.prepack).toMatch(/^node \.\.\/\.\.\/scripts\/clients\.mjs/)
})
