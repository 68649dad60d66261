import type { Person } from './person.ts'
import { Random } from './random.ts'
import type { WorkItem } from './work-item.ts'

interface Task {
  task_id: string
  title: string
}

const sampled = 500
const pageSize = 97
const sorts = `task_id title status priority due_date start_date created_at assignee project_id priority_rank
  status_rank task_type`.split(/\s+/)

/** Finds tasks again by their words, and walks the list in every order; throws at the first thing that is not right. */
export async function verify(
  reader: Person,
  orgId: string,
  items: WorkItem[],
  ids: string[],
  say: (line: string) => void,
): Promise<void> {
  const list = `/v1/tasks?org_id=${orgId}`
  await timed(reader, say, `${sampled} tasks found by a part of their title`, () =>
    findAgain(reader, list, items, ids),
  )
  for (const sort of sorts)
    for (const order of ['asc', 'desc']) {
      const name = `by ${sort} ${order}, in pages of ${pageSize}: each task once`
      await timed(reader, say, name, async () => {
        const rows = await reader.all<Task>(`${list}&sort_by=${sort}&sort_order=${order}`, pageSize)
        requireAll(rows, ids)
      })
    }
}

async function timed(
  reader: Person,
  say: (line: string) => void,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const [start, before] = [performance.now(), reader.requests]
  await work()
  const [took, requests] = [(performance.now() - start) / 1000, reader.requests - before]
  say(`${name}; ${requests} requests in ${took.toFixed(1)} s (${Math.round(requests / took)}/s)`)
}

async function findAgain(reader: Person, list: string, items: WorkItem[], ids: string[]): Promise<void> {
  const random = new Random(7)
  for (let n = 0; n < sampled; n++) {
    const line = random.below(items.length)
    const needle = partOf(random, items[line]!.title)
    const rows = await reader.all<Task>(`${list}&filter[search]=${encodeURIComponent(needle)}`)
    if (!rows.some((row) => row.task_id === ids[line]))
      throw new Error(`"${needle}" does not find the task of line ${line + 1}, ${ids[line]}`)
  }
}

/** Any part of a text, by whole characters; not of blanks alone. */
function partOf(random: Random, title: string): string {
  const characters = Array.from(title)
  for (;;) {
    const from = random.below(characters.length)
    const part = characters.slice(from, from + 2 + random.below(20)).join('')
    if (part.trim() !== '') return part
  }
}

function requireAll(rows: Task[], ids: string[]): void {
  const seen = new Set(rows.map((row) => row.task_id))
  if (seen.size !== rows.length) throw new Error(`${rows.length - seen.size} tasks came twice`)
  const missing = ids.filter((id) => !seen.has(id))
  if (missing.length > 0) throw new Error(`${missing.length} tasks are missing, ${missing[0]} for one`)
  if (rows.length !== ids.length) throw new Error(`${rows.length} tasks instead of ${ids.length}`)
}
