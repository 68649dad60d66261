import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foundOf, median } from '../measure.ts'
import { startService } from '../site.ts'
import type { Row } from './case.ts'

const starts = 5

/** How long a start takes on a database that exists: from the start of the process until it says that it is ready. */
async function measureStarts(databaseUrl: string | null, dataDir: string): Promise<number[]> {
  const found: number[] = []
  // What a first start leaves behind for those after it is there when they are timed.
  for (let i = 0; i <= starts; i++) {
    const begun = performance.now()
    const service = await startService(databaseUrl, { DATA_DIR: dataDir }, { ready: '/v1/health' })
    if (i > 0) found.push(performance.now() - begun)
    await service.stop()
  }
  return found
}

/** Starts of the service on a database, as one row. */
export async function startRow(
  named: Pick<Row, 'tasks' | 'id' | 'name'>,
  databaseUrl: string | null,
  dataDir?: string,
): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-start-'))
  try {
    const times = await measureStarts(databaseUrl, dataDir ?? folder)
    return { ...named, service: foundOf({ p50: median(times), p99: Math.max(...times) }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
