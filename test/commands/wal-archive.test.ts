import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { expectStatus, type Client } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { Upload } from '../support/form.ts'
import { findBinaries, findUnprivilegedUser, startPostgres, withClient, type TestServer } from '../support/postgres.ts'
import { killServers, spawnServer } from '../support/spawn.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-wal-'))
// PostgreSQL runs as another user, who cannot enter a temporary folder.
chmodSync(folder, 0o777)
const servers: TestServer[] = []
afterAll(async () => {
  await killServers()
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const archive = join(folder, 'wal')
mkdirSync(archive)
chmodSync(archive, 0o777)

/** Returns the code blocks of a section of the page, with the folder of this test as that of the archive. */
function readBlocks(heading: string): { settings: string[]; commands: string[] } {
  const section = readFileSync('docs/backup.md', 'utf8')
    .split(`\n### ${heading}\n`)[1]!
    .split(/\n##+ /)[0]!
  const find = (kind: string) =>
    [...section.matchAll(new RegExp(`\`\`\`${kind}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) =>
      text!.replaceAll('/backup/wal', archive),
    )
  return { settings: find('text'), commands: find('sh') }
}

const toSettings = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name, value]) => [name!, value!] as const))

function run(commands: string, env: Record<string, string>): void {
  const PATH = `${findBinaries() ?? ''}:${process.env.PATH}`
  execFileSync('/bin/sh', ['-eu', '-c', commands], { env: { ...env, PATH }, stdio: 'pipe' })
}

const query = <T>(server: TestServer, text: string) =>
  withClient(
    server.url(),
    async (client) => (await client.query<{ value: T }>(`select ${text} as value`)).rows[0]!.value,
  )

async function waitFor(done: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await done()); tries++) {
    if (tries === 600) throw new Error('waited for a minute')
    await sleep(100)
  }
}

/** Waits until the WAL up to now is archived, which takes up to `archive_timeout` otherwise. */
async function archiveWal(server: TestServer): Promise<void> {
  const file = await query<string>(server, 'pg_walfile_name(pg_switch_wal())')
  await waitFor(async () => readdirSync(archive).includes(file))
}

/** Replaces the data of a stopped server by the base backup, with the settings that recover it up to a time. */
function replaceData(data: string, base: string, settings: string): void {
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
  run('tar -xzf "$BASE/base.tar.gz" -C "$DATA"', { BASE: base, DATA: data })
  appendFileSync(join(data, 'postgresql.conf'), `\n${settings}`)
  writeFileSync(join(data, 'recovery.signal'), '')
  const user = findUnprivilegedUser()
  if (user) run(`chown -R ${user.uid}:${user.gid} "$DATA"`, { DATA: data })
}

const content = 'Tide tables\n'.repeat(1000)
const listTitles = async (client: Client, org_id: string) =>
  expectStatus(await client.get('/v1/tasks', { query: { org_id } }), 200).data.map(
    ({ title }: { title: string }) => title,
  )

test.skipIf(findBinaries() === undefined)(
  'the commands on the backups page archive the WAL, and restore a base backup with it to a point in time',
  { timeout: 180_000 },
  async () => {
    const { settings, commands } = readBlocks('Archive the WAL')
    expect([settings.length, commands.length]).toEqual([2, 1])
    const server = (await startPostgres({ settings: toSettings(settings[0]!) }))!
    servers.push(server)
    const databaseUrl = await server.createDatabase('svc')
    const app = await spawnServer({ databaseUrl })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    await createTask(ada, org_id, { title: 'Before the base backup' })
    const BACKUP = join(folder, 'backup')
    mkdirSync(join(BACKUP, 'files'), { recursive: true })
    const env = { BACKUP, DATABASE_URL: databaseUrl, DATA_DIR: app.dataDir }
    run(commands[0]!, env)

    const { task_id } = await createTask(ada, org_id, { title: 'After the base backup' })
    const body = { task_id, file: new Upload(content) }
    const { url } = expectStatus(await ada.post('/v1/task-attachments', { body }), 201)
    run('cp -Rnp "$DATA_DIR/files/." "$BACKUP/files/"', env)
    const time = await query<string>(server, 'clock_timestamp()::text')
    await sleep(1000)
    expectStatus(await ada.delete(`/v1/tasks/${task_id}`), 200, 204)
    await createTask(ada, org_id, { title: 'Too late' })
    await archiveWal(server)

    await app.stop('SIGTERM')
    rmSync(join(app.dataDir, 'files'), { recursive: true })
    const recovery = settings[1]!.replace(/(recovery_target_time = )'.*'/, `$1'${time}'`)
    await server.restart((data) => replaceData(data, join(BACKUP, 'base'), recovery))
    await waitFor(async () => !(await query<boolean>(server, 'pg_is_in_recovery()')))
    run('mkdir -p "$DATA_DIR/files" && cp -Rp "$BACKUP/files/." "$DATA_DIR/files/"', env)
    const again = await spawnServer({ databaseUrl, dataDir: app.dataDir, port: app.port })
    const client = await again.signIn('ada')
    expect((await listTitles(client, org_id)).sort()).toEqual(['After the base backup', 'Before the base backup'])
    const file = await client.get(new URL(url).pathname)
    expect([file.status, file.text === content]).toEqual([200, true])
  },
)
