import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../builds.ts'
import type { RoundOptions } from '../client/measure.ts'
import { loadEmbedded, withEmbedded } from '../data/load.ts'
import { createRequestData, startBaseline, startService, toSetup, type Setup } from '../setup.ts'
import { measureGroup, type Case, type Row } from './case.ts'
import { createCases } from './creates.ts'
import { buildPageCases } from './lists.ts'
import { byTitle } from './pages.ts'
import { readCases } from './reads.ts'
import { measureStarts } from './starts.ts'

/** No process has this id: the embedded database runs in the server's process. */
const NO_DATABASE_PID = -1

export async function* embeddedCases(setup: Setup): AsyncGenerator<Case[]> {
  yield* readCases(setup)
  yield await buildPageCases(setup, byTitle)
  yield* createCases(setup)
}

/** Compares with a baseline that opens the same engine on a copy of the database. */
export async function measureEmbedded(tasks: number, options: RoundOptions): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-embedded-'))
  const dataDir = join(folder, 'service')
  try {
    migrate({ DATA_DIR: dataDir })
    await loadEmbedded(dataDir, tasks)
    const rows = await measureWithBaseline(dataDir, join(folder, 'baseline'), tasks, options)
    const start = { tasks, id: 'start', name: 'start on a database that exists' }
    rows.push(await measureStarts(start, null, dataDir))
    return rows.map((row) => ({ ...row, id: `embedded-${row.id}`, name: `embedded: ${row.name}` }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureWithBaseline(
  dataDir: string,
  baselineDir: string,
  tasks: number,
  options: RoundOptions,
): Promise<Row[]> {
  const data = await withEmbedded(dataDir, createRequestData)
  cpSync(dataDir, baselineDir, { recursive: true })
  const service = await startService(null, { env: { DATA_DIR: dataDir } })
  const setup = toSetup({ tasks, databaseUrl: null, service }, data)
  try {
    const server = await startBaseline(setup, { DATA_DIR: baselineDir })
    try {
      const withBaseline = { ...setup, baseline: { generic: server, custom: server } }
      return await measureGroup(withBaseline, embeddedCases, { ...options, databasePid: NO_DATABASE_PID })
    } finally {
      await server.stop()
    }
  } finally {
    await service.stop()
  }
}
