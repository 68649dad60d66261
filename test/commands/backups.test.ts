import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '@svc/import/archive'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { expectStatus, type Client } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { Upload } from '../support/form.ts'
import { findBinaries, withClient } from '../support/postgres.ts'
import { killServers, spawnServer, unpackDatabase, type ServerProcess, type SpawnOptions } from '../support/spawn.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
afterAll(async () => {
  await killServers()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the commands under a heading of the page: the backup, then the restore. */
function readCommands(heading: string, file = 'docs/backup.md'): [string, string] {
  const page = readFileSync(file, 'utf8')
  const section = page.split(new RegExp(`\n##+ ${heading}\n`))[1]!.split(/\n##+ /)[0]!
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands!)
  expect(blocks.length).toBe(2)
  return blocks as [string, string]
}

function run(commands: string, env: Record<string, string>): void {
  const PATH = `${findBinaries() ?? ''}:${process.env.PATH}`
  execFileSync('/bin/sh', ['-eu', '-c', commands], { env: { ...env, PATH }, stdio: 'pipe' })
}

const content = 'Tide tables\n'.repeat(10_000)
const uploadAttachment = async (client: Client, task_id: string): Promise<string> =>
  expectStatus(await client.post('/v1/task-attachments', { body: { task_id, file: new Upload(content) } }), 201).url
const downloadFile = (client: Client, url: string) => client.get(new URL(url).pathname)

/** Creates a task with a file, and returns what a restore must bring back. */
async function fill(ada: Client) {
  const { org_id } = await createOrganization(ada)
  const { task_id } = await createTask(ada, org_id, { title: 'Kept' })
  await createTask(ada, org_id)
  const attachment = await uploadAttachment(ada, task_id)
  const query = { org_id, limit: '1' }
  const { next_cursor } = expectStatus(await ada.get('/v1/tasks', { query }), 200)
  return { org_id, task_id, attachment, page: { ...query, cursor: next_cursor } }
}

async function expectRestored(ada: Client, created: Awaited<ReturnType<typeof fill>>): Promise<void> {
  expect(expectStatus(await ada.get(`/v1/tasks/${created.task_id}`), 200).title).toBe('Kept')
  const file = await downloadFile(ada, created.attachment)
  expect([file.status, file.text === content]).toEqual([200, true])
  expect((await ada.get('/v1/tasks', { query: created.page })).status, 'the keys are the same').toBe(200)
  await uploadAttachment(ada, created.task_id)
}

/** Runs the commands of the page, and compares the exports of both databases. */
async function moveToPostgresAndBack(orgId: string, { dataDir, url }: ServerProcess): Promise<void> {
  const [there, back] = readCommands('Move from the embedded database to PostgreSQL', 'docs/export.md')
  const NEW_DATA_DIR = join(folder, 'back')
  mkdirSync(NEW_DATA_DIR)
  unpackDatabase(NEW_DATA_DIR)
  const FILE = join(folder, 'moved.zip')
  const DATABASE_URL = await copyTemplate({ direct: true })
  const SECRET_KEYS = `1:${randomBytes(32).toString('base64')}`
  const env = { DATABASE_URL, SECRET_KEYS, BASE_URL: url, DATA_DIR: dataDir, NEW_DATA_DIR, ORG_ID: orgId, FILE }
  run(there, env)
  run(back, env)
  const [first, second] = await Promise.all([readManifest(FILE), readManifest(`${FILE}.back`)])
  expect(first.parts.map(({ path }) => path)).toContain('tasks.jsonl')
  expect({ ...second, created_at: '' }).toEqual({ ...first, created_at: '' })
}

async function readManifest(file: string) {
  const archive = await openArchive(file)
  archive.close()
  return archive.manifest
}

describe('the commands on the backups page', () => {
  test('back up a running server with the embedded database, and restore it with its files', async () => {
    const [backUp, restore] = readCommands('Embedded database')
    const server = await spawnServer()
    const { dataDir } = server
    const created = await fill(await server.signIn('ada'))
    const env = { DATA_DIR: dataDir, BACKUP: join(folder, 'embedded'), KEYS: join(folder, 'keys') }
    run(backUp, env)
    if (inject('svc').postgresUrl) await moveToPostgresAndBack(created.org_id, server)
    await server.stop('SIGTERM')
    rmSync(dataDir, { recursive: true })
    run(restore, env)
    const again = await spawnServer({ dataDir, port: server.port })
    await expectRestored(await again.signIn('ada'), created)
  })

  test.skipIf(!inject('svc').postgresUrl)(
    'back up a running server with PostgreSQL, and restore it with its files into an empty database',
    async () => {
      const [backUp, restore] = readCommands('PostgreSQL')
      const [first, second] = [await copyTemplate({ direct: true }), await copyTemplate({ direct: true })]
      const name = second.slice(second.lastIndexOf('/') + 1)
      await withClient(inject('svc').postgresUrl!, async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
        await client.query(`CREATE DATABASE ${name}`)
      })
      const BACKUP = join(folder, 'postgres')
      const options: SpawnOptions = { databaseUrl: first }
      const server = await spawnServer(options)
      const created = await fill(await server.signIn('ada'))
      run(backUp, { DATA_DIR: server.dataDir, DATABASE_URL: first, BACKUP })
      await server.stop('SIGTERM')
      const dataDir = join(folder, 'restored')
      run(restore, { DATA_DIR: dataDir, DATABASE_URL: second, BACKUP })
      const again = await spawnServer({ databaseUrl: second, dataDir, port: server.port })
      await expectRestored(await again.signIn('ada'), created)
    },
  )
})
