import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrate } from '../load.ts'
import { askingOf, loadFolder } from '../load-embedded.ts'
import type { Rounds } from '../measure.ts'
import { siteOf, startFloor, startService, type Asking, type Site } from '../site.ts'
import { measureCases, type Case, type Row } from './case.ts'
import { createCases } from './creates.ts'
import { pagesOf } from './lists.ts'
import { byTitle } from './pages.ts'
import { readCases } from './reads.ts'
import { startRow } from './starts.ts'

/** Nobody's process: the embedded database runs in the server's own. */
const noDatabase = -1

/** What is asked of the embedded database. */
export async function* embeddedCases(site: Site): AsyncGenerator<Case[]> {
  yield* readCases(site)
  yield await pagesOf(site, byTitle)
  yield* createCases(site)
}

/**
 * The service on the embedded database beside a floor of its own, which opens the same engine in a thread as the service
 * does and asks it one statement. Each has a copy of the database in a folder of its own.
 */
export async function measureEmbedded(tasks: number, how: Rounds): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-embedded-'))
  const [own, bare] = [join(folder, 'service'), join(folder, 'floor')]
  try {
    runMigrate({ DATA_DIR: own })
    await loadFolder(own, tasks)
    const asking = await askingOf(own)
    cpSync(own, bare, { recursive: true })
    const rows = await measureBeside(own, bare, { tasks, asking }, how)
    const started = { tasks, id: 'start', name: 'start on a database that exists' }
    rows.push(await startRow(started, null, own))
    return rows.map((row) => ({ ...row, id: `embedded-${row.id}`, name: `embedded: ${row.name}` }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureBeside(
  own: string,
  bare: string,
  { tasks, asking }: { tasks: number; asking: Asking },
  how: Rounds,
): Promise<Row[]> {
  const service = await startService(null, { DATA_DIR: own })
  const site = siteOf({ tasks, databaseUrl: null, service }, asking)
  try {
    const floor = await startFloor(site, { DATA_DIR: bare })
    try {
      const beside = { ...site, floor: { kept: floor, fresh: floor } }
      return await measureCases(beside, embeddedCases, { ...how, databasePid: noDatabase })
    } finally {
      await floor.stop()
    }
  } finally {
    await service.stop()
  }
}
