import type { Client } from 'pg'

/** One statement of the service as the server ran it. */
export interface Plan {
  title: string
  statement: string
  milliseconds: number
  text: string
}

const logSql = `select pg_read_file(current_setting('data_directory') || '/../log', $1, 100000000) as text`
const sizeSql = `select size from pg_stat_file(current_setting('data_directory') || '/../log')`

/** How much the server has told its log so far. */
export const logSize = async (client: Client): Promise<string> =>
  ((await client.query(sizeSql)).rows[0] as { size: string }).size

/** The plans that the server told its log since it had this size. */
export async function plansSince(client: Client, size: string): Promise<Plan[]> {
  const { text } = (await client.query(logSql, [size])).rows[0] as { text: string }
  return text.split(/^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] /m).flatMap(planOf)
}

/** Runs `ask`, which asks several times the same, and gives the plans of the last time, with what it gives. */
export async function readPlans(
  client: Client,
  ask: () => Promise<number | null>,
): Promise<{ took: number | null; plans: Plan[] }> {
  const size = await logSize(client)
  const took = await ask()
  const all = (await plansSince(client, size)).filter((plan) => plan.title !== 'upkeep')
  return { took, plans: all.slice(all.findLastIndex((plan) => plan.title === 'who asks')) }
}

/** What a statement is for, told by the first table it names. */
const titles: [RegExp, string][] = [
  [/from access_tokens t\s+join/i, 'who asks'],
  // A read writes nothing: these are jobs that happen to run meanwhile.
  [/^\s*(UPDATE|DELETE|INSERT|WITH)\b/i, 'upkeep'],
  [/ as mine,/i, 'what is seen'],
  [/\b(from|join) tasks t\b/i, 'the rows'],
]

function planOf(entry: string): Plan[] {
  const [, duration, body] = /^LOG: {2}duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(entry) ?? []
  if (body === undefined) return []
  const lines = body.split('\n').map((line) => line.replace(/^\t/, ''))
  const from = lines.findIndex((line) => /\(cost=/.test(line))
  const statement = lines
    .slice(0, from)
    .join('\n')
    .replace(/^Query Text: /, '')
    .trim()
  const title = titles.find(([pattern]) => pattern.test(statement))?.[1] ?? 'more'
  return [{ title, statement, milliseconds: Number(duration), text: lines.slice(from).join('\n').trimEnd() }]
}

/** What a plan shows, in a sentence. */
export function seenIn({ text }: Plan): string {
  const said: string[] = []
  const indexes = [
    ...new Set(
      [...text.matchAll(/Index (?:Only )?Scan(?: Backward)? (?:using|on) (\w+)/g)].map(([, name]) => name!),
    ),
  ]
  if (indexes.length > 0) said.push(`uses ${indexes.join(', ')}`)
  if (/Seq Scan on tasks|Seq Scan on task_search/.test(text)) said.push('reads a whole table')
  if (/^\s*(->)?\s*(Incremental )?Sort\b/m.test(text)) said.push(`sorts ${sorted(text)}`)
  const removed = [...text.matchAll(/Rows Removed by (?:Filter|Index Recheck|Join Filter): (\d+)/g)].map(
    ([, n]) => Number(n),
  )
  const most = Math.max(0, ...removed)
  if (most >= 100) said.push(`passes over ${most.toLocaleString('en')} rows that do not match`)
  const buffers = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(text)
  if (buffers)
    said.push(`touches ${(Number(buffers[1] ?? 0) + Number(buffers[2] ?? 0)).toLocaleString('en')} pages`)
  if (/\bJIT:/.test(text)) said.push('**is compiled first (JIT)**')
  if (!/\$\d/.test(text)) said.push('is planned with the actual values')
  const sentence = said.join(', ')
  return sentence === '' ? '' : `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
}

function sorted(text: string): string {
  const rows = /Sort {2}\(cost[^\n]*\n[\s\S]*?->[^\n]*actual time=[^\n]*rows=(\d+)/.exec(text)?.[1]
  return rows === undefined ? 'rows' : `${Number(rows).toLocaleString('en')} rows`
}
