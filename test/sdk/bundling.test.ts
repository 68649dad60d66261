import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userAgent } from '../../clients/sdk/src/core/version.ts'
import sdk from '../../clients/sdk/package.json' with { type: 'json' }

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'svc-test-packing-'))
const clone = path.join(folder, 'clone')
const consumer = path.join(folder, 'consumer')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Packs the SDK in a clean clone, and installs the package for a consumer. */
beforeAll(() => {
  const built = /[/\\](?:dist|node_modules)(?:[/\\]|$)/
  for (const name of ['clients/sdk', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(path.join(root, name), path.join(clone, name), {
      recursive: true,
      filter: (file) => !built.test(file.slice(root.length)),
    })
  symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'))
  const at = path.join(clone, 'clients/sdk')
  execFileSync('npm', ['pack', '--offline', '--pack-destination', folder], { cwd: at, stdio: 'pipe' })
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const installed = path.join(consumer, 'node_modules/@svc/sdk')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', path.join(folder, tarball!), '-C', installed, '--strip-components=1'])
})

const program = `
import { Svc, SvcConnectionError, SvcTimeoutError, type SvcEvent } from '@svc/sdk'
import { tasksList } from '@svc/sdk/operations'
import { verify, type WebhookEvent } from '@svc/sdk/webhooks'
import { taskStatusValues } from '@svc/sdk/enums'

export const svc = new Svc({ baseUrl: 'https://svc.example.org', token: 'x' })

export function getResourceType(event: SvcEvent | WebhookEvent): 'task' | 'project' | undefined {
  if (event.type === 'task.created') return event.data.resource_type
  if (event.type === 'project.updated') return event.data.resource_type
  // @ts-expect-error There is no such event.
  if (event.type === 'task.exploded') return undefined
  return undefined
}

export async function main(late: boolean): Promise<void> {
  await svc.tasks.list({ filter: { overdue: true } })
  await svc.tasks.list({ filter: { overdue: late } })
  await tasksList(svc, { filter: { status: taskStatusValues[0] } })
  const page = await svc.events.poll({})
  for (const event of page.data) if (event.type !== 'gone') getResourceType(event)
  // @ts-expect-error A word that is no status.
  await svc.tasks.list({ filter: { status: 'finished' } })
}

export const isLate = (error: unknown): boolean => error instanceof SvcTimeoutError && error instanceof SvcConnectionError
export { verify }
`

function compile(file: string, options: object): string {
  writeFileSync(path.join(consumer, file), program)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
  }
  const config = { compilerOptions: { ...compilerOptions, ...options }, files: [file] }
  writeFileSync(path.join(consumer, 'tsconfig.json'), JSON.stringify(config))
  const tsc = path.join(root, 'node_modules/typescript-native/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', consumer], { encoding: 'utf8' }).stdout
}

test.each([
  ['ES modules under node16', 'program.mts', { module: 'node16', moduleResolution: 'node16' }],
  ['ES modules under nodenext', 'program.mts', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['CommonJS under node16', 'program.cts', { module: 'node16', moduleResolution: 'node16' }],
  ['CommonJS under nodenext', 'program.cts', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['a bundler', 'program.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ['a strict consumer that checks declarations', 'program.mts', { module: 'node16', skipLibCheck: false }],
])('the packed types compile for %s', (_, file, options) => {
  expect(compile(file, options)).toBe('')
})

test.each([
  ['import', 'run.mjs', "import { Svc } from '@svc/sdk'; import { verify } from '@svc/sdk/webhooks'"],
  ['require', 'run.cjs', "const { Svc } = require('@svc/sdk'); const { verify } = require('@svc/sdk/webhooks')"],
])('the packed package runs with %s', (_, file, imports) => {
  const script = `${imports}; const svc = new Svc({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
    svc.me.read().catch((error) => console.log(typeof verify, error.name))`
  writeFileSync(path.join(consumer, file), script)
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(consumer, file)], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['function SvcConnectionError\n', ''])
})

test('every entry of the package has a file for each module system', () => {
  const files = readdirSync(path.join(consumer, 'node_modules/@svc/sdk'), { recursive: true }).map(String)
  for (const entry of Object.values(sdk.exports)) {
    const expected = [entry.types, entry.default, entry.require.types, entry.require.default]
    expect(files).toEqual(expect.arrayContaining(expected.map((file) => path.normalize(file))))
  }
})

test('the version in requests equals that of the package', () => {
  expect(userAgent).toBe(`svc-sdk/${sdk.version}`)
})
