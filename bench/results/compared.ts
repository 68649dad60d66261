import type { Measured } from '../measure.ts'
import { ms, table, times, whole } from './numbers.ts'

/** What two builds made of the same requests, and by how many times the one is the other: medians of the pairs. */
export interface Compared {
  name: string
  base: Measured
  own: Measured
  rate: number
  p50: number
  p99: number
  cpu: number
  databaseCpu: number
}

const head = ['', 'req/s', 'now', 'rate', 'p50', 'p99', 'CPU of the server', 'of the database', 'p50 now']

/** The comparison as Markdown; more than 1 × is better for the rate and worse for everything else. */
export const comparedTable = (rows: Compared[]): string =>
  table(
    head,
    rows.map(({ name, base, own, rate, p50, p99, cpu, databaseCpu }) => [
      name,
      whole(base.rate),
      whole(own.rate),
      ...[rate, p50, p99, cpu, databaseCpu].map((value) => times(value)),
      ms(own.p50),
    ]),
  )
