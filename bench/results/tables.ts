import type { Row } from '../cases/case.ts'
import type { Measured } from '../measure.ts'
import type { Facts } from './judges.ts'
import { ms, percent, table, times, whole } from './numbers.ts'

const cpu = (found: Measured) =>
  Number.isNaN(found.cpu) ? '' : `${found.cpu.toFixed(2)} + ${found.databaseCpu.toFixed(2)}`
const total = (found: Measured) => found.cpu + found.databaseCpu
const kilobytes = (bytes: number) => (bytes >= 1024 ? whole(bytes / 1024) : '')

const sideHead = ['req/s', 'p50', 'p99', 'p99.9', 'CPU', 'client', 'KB']
const longHead = ['', ...sideHead, 'floor req/s', 'p99', 'CPU', 'of the floor', 'p99', 'CPU']

function longLine({ name, service, floor, ofFloor }: Row): string[] {
  const { rate, p50, p99, p999, client, bytes } = service
  const own = [whole(rate), ms(p50), ms(p99), ms(p999), cpu(service), percent(client), kilobytes(bytes)]
  if (!floor || !ofFloor) return [name, ...own, '', '', '', '', '', '']
  const compared = [percent(ofFloor.rate), times(ofFloor.p99), times(total(service) / total(floor))]
  return [name, ...own, whole(floor.rate), ms(floor.p99), cpu(floor), ...compared]
}

const sizesOf = (rows: Row[]) => [...new Set(rows.map((row) => row.tasks))].sort((a, b) => a - b)

/** Every measured row with all that was measured of it, by size. */
export function longTables(rows: Row[], { memory }: Facts): string {
  const parts = sizesOf(rows).map((tasks) => {
    const lines = rows.filter((row) => row.tasks === tasks).map(longLine)
    const found = memory.find((one) => one.tasks === tasks)
    const resident = found
      ? `\n\nServer after this: ${whole(found.now)} MB resident, at most ${whole(found.peak)} MB.`
      : ''
    return `## ${whole(tasks)} tasks\n\n${table(longHead, lines)}${resident}`
  })
  return parts.join('\n\n')
}

/** What a page has no room for: the same question as an admin, and what lies between one and four processes. */
const left = /^search-.*-admin$|^processes-.*-[23]$/

/** One line for each kind of request: how it goes at the largest size, and how at the others. */
export function shortTable(all: Row[]): string {
  const rows = all.filter((row) => !left.test(row.id))
  const sizes = sizesOf(rows.filter((row) => row.id === 'read' || rows.every((one) => one.id !== 'read')))
  const ids = [...new Set(rows.map((row) => row.id))]
  const rateOf = (row: Row | undefined) =>
    row ? `${whole(row.service.rate)}${row.ofFloor ? ` (${percent(row.ofFloor.rate)})` : ''}` : ''
  const lines = ids.map((id) => {
    const those = rows.filter((row) => row.id === id)
    const last = those.at(-1)!
    // What has a database of its own stands in the first column.
    const at = (size: number, i: number) =>
      those.find((row) => row.tasks === size) ??
      (i === 0 ? those.find((row) => !sizes.includes(row.tasks)) : undefined)
    const { p50, p99, p999 } = last.service
    return [
      last.name,
      ...sizes.map((size, i) => rateOf(at(size, i))),
      ms(p50),
      ms(p99),
      ms(p999),
      cpu(last.service),
    ]
  })
  const head = sizes.map((size) => `req/s at ${whole(size)}`)
  return table(['', ...head, 'p50', 'p99', 'p99.9', 'CPU'], lines)
}
