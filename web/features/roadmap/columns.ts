/** A stop as the order of columns needs it. */
interface OrderedStop {
  id: string
  targetDate: string | null
  /** Rows of its lines, ascending. */
  rows: readonly number[]
}

interface OrderedLine {
  id: string
  /** Stops in their order. */
  stops: readonly string[]
}

interface ColumnPlan {
  columns: Map<string, number>
  /** Lines by stop on which it is drawn before a stop that precedes it, because lines contradict each other. */
  contradictions: Map<string, string[]>
}

interface Edge {
  from: string
  line: string
}

/**
 * Assigns a column to each stop: one more than those of the stops before it on any of its lines. Where lines contradict
 * each other, the stop with the earliest target date comes first. Stops of different lines share a column only if
 * neither lies between the rows of the other, so that connectors of junctions cross no stop.
 */
export function assignColumns(stops: readonly OrderedStop[], lines: readonly OrderedLine[]): ColumnPlan {
  const edges = listEdges(lines)
  const waiting = new Map(stops.map((stop, index) => [stop.id, { stop, index }]))
  const columns = new Map<string, number>()
  const contradictions = new Map<string, string[]>()
  const taken = new Set<string>()
  const openEdges = (id: string) => (edges.get(id) ?? []).filter(({ from }) => waiting.has(from))
  const followers = listFollowers(lines)
  let ready = stops.filter(({ id }) => openEdges(id).length === 0).map(({ id }) => id)
  while (waiting.size > 0) {
    const isBlocked = ready.length === 0
    const candidates = isBlocked ? waiting.values() : ready.map((id) => waiting.get(id)!)
    const { stop } = [...candidates].reduce((first, other) => (compare(first, other) <= 0 ? first : other))
    if (isBlocked) contradictions.set(stop.id, [...new Set(openEdges(stop.id).map(({ line }) => line))])
    waiting.delete(stop.id)
    const before = (edges.get(stop.id) ?? []).flatMap(({ from }) => columns.get(from) ?? [])
    columns.set(stop.id, takeColumn(taken, stop, Math.max(-1, ...before) + 1))
    const freed = (followers.get(stop.id) ?? []).filter((id) => waiting.has(id) && openEdges(id).length === 0)
    ready = [...new Set([...ready.filter((id) => id !== stop.id), ...freed])]
  }
  return { columns, contradictions }
}

const LATEST_DATE = '9999-12-31'

interface Waiting {
  stop: OrderedStop
  index: number
}

const compare = (a: Waiting, b: Waiting): number =>
  (a.stop.targetDate ?? LATEST_DATE).localeCompare(b.stop.targetDate ?? LATEST_DATE) || a.index - b.index

function listEdges(lines: readonly OrderedLine[]): Map<string, Edge[]> {
  const edges = new Map<string, Edge[]>()
  for (const { id: line, stops } of lines)
    for (const [index, id] of stops.entries())
      if (index > 0) edges.set(id, [...(edges.get(id) ?? []), { from: stops[index - 1]!, line }])
  return edges
}

function listFollowers(lines: readonly OrderedLine[]): Map<string, string[]> {
  const followers = new Map<string, string[]>()
  for (const { stops } of lines)
    for (const [index, id] of stops.slice(1).entries())
      followers.set(stops[index]!, [...(followers.get(stops[index]!) ?? []), id])
  return followers
}

/** Takes the first free column from a minimum on, in all rows from the first to the last of a stop. */
function takeColumn(taken: Set<string>, { rows }: OrderedStop, minimum: number): number {
  const [first, last] = [rows[0] ?? 0, rows.at(-1) ?? 0]
  const span = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  let column = minimum
  while (span.some((row) => taken.has(`${row} ${column}`))) column += 1
  for (const row of span) taken.add(`${row} ${column}`)
  return column
}
