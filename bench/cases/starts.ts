import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foundOf, median, type Measured } from '../measure.ts'
import { startService } from '../site.ts'
import type { Row } from './case.ts'

/** How many starts are timed, after one that is not: what a first one leaves behind for those after it is there then. */
export const starts = 5

/** How long a start takes: from the start of the process until it says that it is ready. */
export async function startOnce(databaseUrl: string | null, dataDir: string, root = '.'): Promise<Measured> {
  const begun = performance.now()
  const service = await startService(databaseUrl, { DATA_DIR: dataDir }, { root, ready: '/v1/health' })
  const took = performance.now() - begun
  await service.stop()
  return foundOf({ p50: took, p99: took })
}

/** Starts of the service on a database, as one row. */
export async function startRow(
  named: Pick<Row, 'tasks' | 'id' | 'name'>,
  databaseUrl: string | null,
  dataDir?: string,
): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-start-'))
  try {
    const times: number[] = []
    for (let n = 0; n <= starts; n++) times.push((await startOnce(databaseUrl, dataDir ?? folder)).p50)
    const timed = times.slice(1)
    return { ...named, service: foundOf({ p50: median(timed), p99: Math.max(...timed) }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
