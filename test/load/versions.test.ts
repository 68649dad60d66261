import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { expectOnceEach } from '../resilience/acknowledged-writes.ts'
import { startLoad } from '../resilience/steady-load.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'

const runGit = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

const findVersionBefore = () => runGit('rev-parse', `${runGit('log', '-1', '--format=%H', '--', 'migrations')}^`)

/** Commits before the first migrations, the baseline, have another schema. */
const hasBaseline = (commit: string) =>
  runGit('ls-tree', '--name-only', commit, 'migrations/')
    .split('\n')
    .filter((name) => name.endsWith('.sql'))
    .every((name) => existsSync(name))

const before = findVersionBefore()

test.skipIf(!inject('svc').postgresUrl || !hasBaseline(before))(
  'the version before the newest migration works beside this one, on its schema',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-before-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const archive = execFileSync('git', ['archive', before], { maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'ignore' })
    const databaseUrl = await copyTemplate()
    const now = await spawnServer({ databaseUrl })
    const beside = await spawnServer({ databaseUrl, main: join(folder, 'dist', 'main.js') })
    const [here, there] = [await now.signIn('ada'), await beside.signIn('ada')]
    const { org_id } = await createOrganization(here)
    const loads = [startLoad(here, org_id, 'n'), startLoad(there, org_id, 'o')]
    for (const load of loads) await load.more(200)
    for (const load of loads) await load.end()
    expect(loads.flatMap(({ failures }) => failures)).toEqual([])
    const acknowledged = new Map(loads.flatMap((load) => [...load.acknowledged]))
    await expectOnceEach(here, org_id, acknowledged)
    await expectOnceEach(there, org_id, acknowledged)
    await Promise.all([now, beside].map((one) => one.stop('SIGTERM')))
  },
)
