import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client as Connection } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { organization } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { expectOnceEach } from './ledger.ts'
import { long } from './sizes.ts'
import { startLoad } from './steady-load.ts'

/** What a version to come may do first to the tables of this one: add, each in a transaction of its own. */
const additions = [
  'alter table tasks add column added_text text',
  'alter table tasks add column added_number integer not null default 7',
  'alter table events add column added_text text',
  'create table added (org_id uuid not null, added_id text not null, primary key (org_id, added_id))',
  'create index tasks_added on tasks (org_id, added_number, task_id)',
  'alter table idempotency_keys add column added_text text',
  'alter table organizations add column added_text text',
  'alter table access_tokens add column added_text text',
]

test.skipIf(!inject('svc').postgresUrl)(
  'a version goes on under load while the schema gets what it does not know, and one starts beside it afterwards',
  { timeout: 300_000 },
  async () => {
    const databaseUrl = await copyTemplate()
    const server = await spawnServer({ databaseUrl })
    const ada = await server.session('ada')
    const { org_id } = await organization(ada)
    const load = startLoad(ada, org_id, 'e')
    const database = new Connection(databaseUrl)
    await database.connect()
    for (const addition of additions) {
      await load.more(10)
      await database.query('begin')
      await database.query(addition)
      await database.query('insert into schema_migrations values ($1, $2, now())', [
        `20990101T000${additions.indexOf(addition)}_to_come.sql`,
        'of a version to come',
      ])
      await database.query('commit')
    }
    await load.more(10)
    const beside = await spawnServer({ databaseUrl })
    const there = await beside.session('ada')
    const more = startLoad(there, org_id, 'b')
    await more.more(10)
    await load.end()
    await more.end()
    await database.end()
    expect([...load.failures, ...more.failures]).toEqual([])
    await expectOnceEach(ada, org_id, new Map([...load.acknowledged, ...more.acknowledged]))
    await Promise.all([server, beside].map((one) => one.end('SIGTERM')))
  },
)

/** The version right before the newest migration, as git has it. */
function versionBefore(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  return git('rev-parse', `${git('log', '-1', '--format=%H', '--', 'migrations')}^`)
}

// In a check it would count as skipped.
// oxlint-disable-next-line vitest/no-conditional-tests
if (long)
  test.skipIf(!inject('svc').postgresUrl)(
    'the version before the newest migration serves beside this one, on the schema of this one',
    { timeout: 600_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'svc-before-'))
      afterAll(() => rmSync(folder, { recursive: true, force: true }))
      const archive = execFileSync('git', ['archive', versionBefore()], { maxBuffer: 1e9 })
      execFileSync('tar', ['-x', '-C', folder], { input: archive })
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
      execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'ignore' })
      const databaseUrl = await copyTemplate()
      const now = await spawnServer({ databaseUrl })
      const before = await spawnServer({ databaseUrl, main: join(folder, 'dist', 'main.js') })
      const [here, there] = [await now.session('ada'), await before.session('ada')]
      const { org_id } = await organization(here)
      const loads = [startLoad(here, org_id, 'n'), startLoad(there, org_id, 'o')]
      for (const load of loads) await load.more(200)
      for (const load of loads) await load.end()
      expect(loads.flatMap(({ failures }) => failures)).toEqual([])
      const acknowledged = new Map(loads.flatMap((load) => [...load.acknowledged]))
      await expectOnceEach(here, org_id, acknowledged)
      await expectOnceEach(there, org_id, acknowledged)
      await Promise.all([now, before].map((one) => one.end('SIGTERM')))
    },
  )
