import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Build } from '../builds.ts'
import { computeMedian, toMeasurement, type Measurement } from '../client/measure.ts'
import { startService } from '../setup.ts'
import type { Row } from './case.ts'

/** Measured starts, after a first one that is not counted. */
export const STARTS = 5

/** Measures from the start of the process to the first 200 of the health check. */
export async function measureStart(databaseUrl: string | null, dataDir: string, build?: Build): Promise<Measurement> {
  const start = performance.now()
  const options = { env: { DATA_DIR: dataDir }, readyPath: '/v1/health', ...(build && { build }) }
  const service = await startService(databaseUrl, options)
  const time = performance.now() - start
  await service.stop()
  return toMeasurement({ p50: time, p99: time })
}

export async function measureStarts(
  named: Pick<Row, 'tasks' | 'id' | 'name'>,
  databaseUrl: string | null,
  dataDir?: string,
): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-start-'))
  try {
    const times: number[] = []
    for (let n = 0; n <= STARTS; n++) times.push((await measureStart(databaseUrl, dataDir ?? folder)).p50)
    const counted = times.slice(1)
    return { ...named, service: toMeasurement({ p50: computeMedian(counted), p99: Math.max(...counted) }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
