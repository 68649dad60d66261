// Writes test/upgrade/data/VERSION.tar.br: the data folder of this version with sample data, and its responses, with which a
// later version is compared after an upgrade. Run it once for each release: node scripts/release-data.mjs
import { spawn, execFileSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { at, prepare, run } from './prepare.mjs'
import { signIn } from './seed/client.mjs'

/** Users of the development provider are identified by the port too, so the test uses the same. */
const PORT = '18480'
const base = `http://127.0.0.1:${PORT}`

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-release-'))
await prepare()
const server = spawn(process.execPath, [at('dist', 'main.js')], {
  env: { PATH: process.env.PATH, PORT, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
await new Promise((resolve) => server.stdout.once('data', resolve))
let recorded
try {
  if ((await run([process.execPath, at('scripts', 'seed.mjs'), base])) !== 0) throw new Error('the seed failed')
  recorded = await record()
} finally {
  server.kill('SIGTERM')
}
await new Promise((resolve) => server.once('exit', resolve))
await dropOldLog()
writeFileSync(path.join(dataDir, 'recorded.json'), JSON.stringify(recorded))
const target = at('test', 'upgrade', 'data', `${version}.tar.br`)
mkdirSync(path.dirname(target), { recursive: true })
writeFileSync(target, pack())
rmSync(dataDir, { recursive: true })
process.stdout.write(`${path.relative(process.cwd(), target)}\n`)

/** Creates an access token and a webhook, and returns the token with the responses of all lists to it and to the owner. */
async function record() {
  const owner = await signIn(base, 'harbourmaster')
  const org_id = (await owner.get('/v1/organizations')).data[0].org_id
  const { token } = await owner.post('/v1/tokens', {
    org_id,
    name: 'Upgrade',
    scopes: ['tasks:read', 'tasks:write', 'projects:read'],
  })
  await owner.post('/v1/webhooks', {
    org_id,
    name: 'Upgrade',
    url: 'https://example.com/hook',
    events: ['task.created'],
  })
  const lists = ['teams', 'tasks', 'views', 'webhooks', 'designations', 'goals']
  const paths = [`/v1/projects/${org_id}`, ...lists.map((name) => `/v1/${name}?org_id=${org_id}`)]
  const { data: tasks } = await owner.get(`/v1/tasks?org_id=${org_id}&limit=5`)
  for (const { task_id } of tasks)
    paths.push(`/v1/tasks/${task_id}`, `/v1/task-history?task_id=${task_id}`, `/v1/task-comments?task_id=${task_id}`)
  const responses = {}
  for (const url of paths) responses[url] = await owner.get(url)
  const migration = readdirSync(at('migrations')).findLast((name) => name.endsWith('.sql'))
  return { migration, user: owner.user, user_id: owner.id, org_id, token, responses }
}

/** Empties the write-ahead log, which would be two thirds of the file: older segments, and what a reused one contained. */
async function dropOldLog() {
  const folder = path.join(dataDir, 'database')
  const cluster = await PGlite.create({ dataDir: folder, extensions: { btree_gin } })
  await cluster.exec('select pg_switch_wal(); checkpoint')
  const { rows } = await cluster.query(
    'select file_name, file_offset from pg_walfile_name_offset(pg_current_wal_lsn())',
  )
  await cluster.close()
  const [{ file_name, file_offset }] = rows
  const wal = path.join(folder, 'pg_wal')
  for (const name of readdirSync(wal))
    if (/^[0-9A-F]{24}$/.test(name) && name !== file_name) rmSync(path.join(wal, name))
  // The shutdown writes some hundred bytes more.
  const file = path.join(wal, file_name)
  writeFileSync(file, readFileSync(file).fill(0, file_offset + 128 * 1024))
}

function pack() {
  const names = readdirSync(dataDir).filter((name) => !name.startsWith('.'))
  const tar = execFileSync('tar', ['-c', '--sort=name', '-C', dataDir, ...names], { maxBuffer: 2 ** 30 })
  const params = { [constants.BROTLI_PARAM_LGWIN]: 26, [constants.BROTLI_PARAM_LARGE_WINDOW]: 1 }
  return brotliCompressSync(tar, { params })
}
