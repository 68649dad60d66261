import { Client as Connection } from 'pg'
import { expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { expectOnceEach } from './acknowledged-writes.ts'
import { startLoad } from './steady-load.ts'

/** Additions that a later version may make to the schema first, each in its own transaction. */
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
  'a running version keeps working under load while a later one expands the schema; a start on that schema is refused',
  { timeout: 300_000 },
  async () => {
    const databaseUrl = await copyTemplate()
    const server = await spawnServer({ databaseUrl })
    const ada = await server.signIn('ada')
    const { org_id } = await createOrganization(ada)
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
    await expect(spawnServer({ databaseUrl })).rejects.toThrow('migrated by a newer version of svc')
    await load.end()
    await database.end()
    expect(load.failures).toEqual([])
    await expectOnceEach(ada, org_id, load.acknowledged)
    await server.stop('SIGTERM')
  },
)
