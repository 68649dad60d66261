import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../support/client.ts'
import { login } from '../support/login.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'

/** Written by scripts/release-data.mjs with each release. */
interface Recorded {
  /** Name of the last migration; version 0.1.0 did not record it. */
  migration?: string
  user: string
  user_id: string
  org_id: string
  token: string
  responses: Record<string, unknown>
}

/** Users of the development provider are identified by its URL, so the server runs at the recorded one. */
const PORT = 18_480
const data = join(import.meta.dirname, 'data')
const lastMigration = readdirSync(join(import.meta.dirname, '../../migrations')).findLast((name) =>
  name.endsWith('.sql'),
)
const versions = readdirSync(data).map((name) => name.replace('.tar.br', ''))

describe.each(versions)('the data of version %s, upgraded to this version', (version) => {
  let dataDir: string
  let server: ServerProcess
  let recorded: Recorded
  let owner: Client

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'svc-upgrade-'))
    const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
    const tar = brotliDecompressSync(readFileSync(join(data, `${version}.tar.br`)), { params })
    execFileSync('tar', ['-x', '-C', dataDir], { input: tar })
    recorded = JSON.parse(readFileSync(join(dataDir, 'recorded.json'), 'utf8')) as Recorded
    server = await startServer()
    owner = await signIn()
  }, 180_000)
  afterAll(async () => {
    await server.stop('SIGTERM')
    rmSync(dataDir, { recursive: true })
  })

  /** Uses the development provider of the server itself, as the recorded users did. */
  const startServer = () =>
    spawnServer({ dataDir, port: PORT, env: { OIDC_ISSUER: '', OIDC_AUDIENCE: '', SECRET_KEYS: '' } })
  const signIn = async () => Client.createForSession(server, await login(server.url, recorded.user))

  test('the same sign-in leads to the same user', async () => {
    expect(await owner.get('/v1/me')).toMatchObject({ body: { principal: { id: recorded.user_id } } })
  })

  test('everything is returned as before, except for added properties', async () => {
    for (const [path, before] of Object.entries(recorded.responses)) {
      const { body } = await owner.get(path)
      expect({ path, body }).toMatchObject({ path, body: before })
    }
  })

  test('an access token is still accepted, and old tasks can be changed', async () => {
    const program = new Client(server, recorded.token)
    const list = await program.get('/v1/tasks?limit=20')
    for (const { task_id, version: before } of list.body.data as { task_id: string; version: number }[]) {
      const changed = await program.patch(`/v1/tasks/${task_id}`, { body: { title: `Upgraded ${task_id}` } })
      expect(changed).toMatchObject({ status: 200, body: { version: before + 1 } })
    }
  })

  test('the database before the migrations is retained, and the next start migrates nothing', async () => {
    const listSnapshots = () => (existsSync(join(dataDir, 'snapshots')) ? readdirSync(join(dataDir, 'snapshots')) : [])
    const snapshots = listSnapshots()
    expect(snapshots).toHaveLength(recorded.migration === lastMigration ? 0 : 1)
    await server.stop('SIGTERM')
    server = await startServer()
    expect(listSnapshots()).toEqual(snapshots)
  })
})
