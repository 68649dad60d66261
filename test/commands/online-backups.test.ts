import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import S3rver from 's3rver'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { measureBackupAge, runDueBackup } from '../../src/backups/job.ts'
import { createServices } from '../../src/services.ts'
import { buildSettings } from '../support/app.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { Upload } from '../support/form.ts'
import { killServers, spawnServer, unpackDatabase, type ServerProcess } from '../support/spawn.ts'

const root = mkdtempSync(join(tmpdir(), 'svc-online-backup-'))
afterAll(async () => {
  await killServers()
  rmSync(root, { recursive: true, force: true })
})

let folders = 0
const createFolder = () => join(root, String(++folders))

interface CommandOutput {
  code: number
  text: string
}

/** Runs `svc-server` with the settings of a server in a data folder. */
function runServer(args: string[], dataDir: string, env: Record<string, string> = {}): Promise<CommandOutput> {
  const options = { env: { PATH: process.env.PATH, ...buildSettings(dataDir, undefined, env) } }
  return new Promise((done) => {
    execFile(process.execPath, [resolve('dist/main.js'), ...args], options, (error, stdout, stderr) =>
      done({ code: error ? 1 : 0, text: stdout + stderr }),
    )
  })
}

const listIds = (to: string) => (existsSync(join(to, 'backups')) ? readdirSync(join(to, 'backups')) : [])
const isComplete = (to: string, id: string) => existsSync(join(to, 'backups', id, 'manifest.json'))

/** Creates tasks until stopped; returns the titles that were acknowledged. */
function writeTasks(ada: Client, org_id: string) {
  const writer = { titles: [] as string[], isStopped: false, stop: () => done }
  const write = async () => {
    for (let i = 0; !writer.isStopped; i++) {
      const { status } = await ada.post('/v1/tasks', { body: { org_id, title: `Write ${i}` } })
      if (status === 200) writer.titles.push(`Write ${i}`)
    }
  }
  const done = write().catch(() => undefined)
  writer.stop = () => {
    writer.isStopped = true
    return done
  }
  return writer
}

describe('a backup of a running server', () => {
  const to = createFolder()
  let server: ServerProcess
  let org_id: string
  let acknowledged: string[]
  const content = 'Tide tables\n'.repeat(1000)

  test('has every write that was acknowledged before it began, files, and no keys', async () => {
    server = await spawnServer({ env: { SECRET_KEYS: '' } })
    const ada = await server.signIn('ada')
    org_id = (await createOrganization(ada)).org_id
    const { task_id } = await createTask(ada, org_id)
    expectStatus(await ada.post('/v1/task-attachments', { body: { task_id, file: new Upload(content) } }), 201)
    const writer = writeTasks(ada, org_id)
    while (writer.titles.length < 20) await sleep(20)
    acknowledged = [...writer.titles]
    const keys = join(root, 'keys')
    const { code, text } = await runServer(['backup', to, '--keys', keys], server.dataDir)
    expect([code, text]).toEqual([0, expect.stringContaining('1 files; database')])
    await writer.stop()
    const key = readFileSync(join(server.dataDir, 'secret-keys'), 'utf8').trim()
    expect(readFileSync(keys, 'utf8').trim()).toBe(key)
    const [id] = listIds(to)
    const archive = gunzipSync(readFileSync(join(to, 'backups', id!, 'database.tar.gz')))
    expect([archive.includes(key), archive.includes('secret-keys')]).toEqual([false, false])
  })

  test('is restored to a server that works, with the same keys', async () => {
    const dataDir = createFolder()
    const restored = await runServer(['restore', to, '--keys', join(root, 'keys')], dataDir, { SECRET_KEYS: '' })
    expect(restored).toMatchObject({ code: 0, text: expect.stringMatching(/^restored backup/) })
    const { port } = server
    await server.stop('SIGTERM')
    const again = await spawnServer({ dataDir, port, env: { SECRET_KEYS: '' } })
    const ada = await again.signIn('ada')
    const titles: string[] = []
    for (let cursor: string | undefined; ;) {
      const query = { org_id, limit: '100', ...(cursor && { cursor }) }
      const page = expectStatus(await ada.get('/v1/tasks', { query }), 200)
      titles.push(...page.data.map(({ title }: { title: string }) => title))
      if ((cursor = page.next_cursor) === null) break
    }
    expect(titles).toEqual(expect.arrayContaining(acknowledged))
    await createTask(ada, org_id)
    await again.stop('SIGTERM')
  })

  test('is refused by a folder with a database, by a running server, and without the keys', async () => {
    const env = { SECRET_KEYS: '' }
    const target = createFolder()
    expect((await runServer(['restore', to], target, env)).text).toContain('has no secret-keys: name them with --keys')
    mkdirSync(join(target, 'database'), { recursive: true })
    expect((await runServer(['restore', to, '--without-keys'], target, env)).text).toContain('already has a database')
    expect(readdirSync(target)).toEqual(['database'])
    const running = await spawnServer()
    expect((await runServer(['restore', to], running.dataDir)).text).toContain('stop it first')
    await running.stop('SIGTERM')
  })

  test('is refused if damaged, truncated or of a newer version, and nothing is restored', async () => {
    const damageBackup = async (change: (folder: string) => void) => {
      const [copy, target] = [createFolder(), createFolder()]
      cpSync(to, copy, { recursive: true })
      change(join(copy, 'backups', listIds(copy)[0]!))
      const { code, text } = await runServer(['restore', copy, '--into', target, '--without-keys'], createFolder())
      return [code, existsSync(target) ? readdirSync(target) : [], text]
    }
    const edit = (folder: string, from: RegExp, text: string) => {
      const file = join(folder, 'manifest.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, text))
    }
    const damaged = await damageBackup((folder) => edit(folder, /"sha256": "./, '"sha256": "x'))
    expect(damaged).toEqual([1, [], expect.stringContaining('differs from the hash')])
    const truncated = await damageBackup((folder) => truncateSync(join(folder, 'database.tar.gz'), 100_000))
    expect(truncated).toEqual([1, [], expect.stringContaining('nothing was restored')])
    const newer = await damageBackup((folder) => edit(folder, /"format": 1/, '"format": 2'))
    expect(newer).toEqual([1, [], expect.stringContaining('newer version')])
    const other = await damageBackup((folder) => edit(folder, /"tasks": \d+/, '"tasks": 7'))
    expect(other).toEqual([1, [], expect.stringContaining('its manifest 7')])
  })
})

test('a server killed during a backup leaves none that looks complete, and the next backup is complete', async () => {
  const to = createFolder()
  const server = await spawnServer()
  const running = runServer(['backup', to], server.dataDir)
  while (listIds(to).length === 0) await sleep(1)
  await server.stop('SIGKILL')
  expect((await running).code).toBe(1)
  expect(listIds(to).filter((id) => isComplete(to, id))).toEqual([])
  const { text } = await runServer(['restore', to, '--verify'], server.dataDir)
  expect(text).toContain('has no complete backup')
  await sleep(1000)
  expect((await runServer(['backup', to], server.dataDir)).code).toBe(0)
  expect((await runServer(['restore', to, '--verify'], server.dataDir)).text).toContain('keys match')
})

test('scheduled backups are created when due, retained as configured, and reported by age', async () => {
  const [dataDir, to] = [createFolder(), createFolder()]
  mkdirSync(dataDir)
  unpackDatabase(dataDir)
  const env = { BACKUP_TO: to, BACKUP_EVERY: '1d', BACKUP_KEEP: '2,1,1' }
  const config = loadConfig(buildSettings(dataDir, undefined, env))
  const database = await openDatabase({ dataDir })
  let now = Date.parse('2026-03-02T08:00:00Z')
  const services = await createServices(config, database, { clock: () => now })
  const days: number[] = []
  for (let hour = 0; hour <= 96; hour += 8) {
    await runDueBackup(services)
    days.push(measureBackupAge(services))
    now += 8 * 60 * 60_000
  }
  expect(days.slice(0, 4)).toEqual([0, 8 * 3600, 16 * 3600, 0])
  expect(listIds(to)).toEqual(['20260305T080000Z', '20260306T080000Z'])
  services.limits.close()
  await services.eventLogReader.close()
  await database.close()
})

test('a backup in a bucket is restored from there', async () => {
  const folder = createFolder()
  mkdirSync(folder)
  const options = { port: 0, address: '127.0.0.1', silent: true, directory: folder }
  const bucket = new S3rver({ ...options, configureBuckets: [{ name: 'backups', configs: [] }] })
  const { port } = await bucket.run()
  try {
    const dataDir = createFolder()
    mkdirSync(dataDir)
    unpackDatabase(dataDir)
    const to = `s3://backups/of/svc?endpoint=http://127.0.0.1:${port}`
    const env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
    expect(await runServer(['backup', to], dataDir, env)).toMatchObject({ code: 0 })
    expect((await runServer(['restore', to, '--verify'], dataDir, env)).text).toContain('keys match')
  } finally {
    await bucket.close()
  }
})

test.each(readdirSync('test/upgrade/data'))(
  'the data folder %s passes the restore drill',
  async (name) => {
    const archive = join(root, name.replace('.br', ''))
    const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
    writeFileSync(archive, brotliDecompressSync(readFileSync(join('test/upgrade/data', name)), { params }))
    const into = createFolder()
    const { code, text } = await runServer(['restore', archive, '--into', into, '--check'], createFolder(), {
      SECRET_KEYS: '',
    })
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/restored .* 92 tasks[\s\S]*checked: \d+ migrations applied/),
    ])
    expect(existsSync(join(into, 'database'))).toBe(true)
  },
  120_000,
)
