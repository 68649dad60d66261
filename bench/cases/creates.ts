import { randomBytes } from 'node:crypto'
import { requestBytes } from '../client.ts'
import { callers, orgId, ownProject } from '../organization.ts'
import { Random, skewed } from '../random.ts'
import type { Site } from '../site.ts'
import { sentence, words } from '../words.ts'
import { sideOf, type Case } from './case.ts'
import { forgetHooks, makeHooks } from './hooks.ts'

// Every task says something else: what all say is cheap to index.
const word = skewed(words)
const description = (n: number) => sentence(new Random(n), word, 300)

/** What a create says: another description for each `n`. */
export const newTask = (n: number, project_id: string | null) => ({
  org_id: orgId,
  project_id,
  title: `Grease the crane number ${n}`,
  description: description(n),
  status: 'not_started',
  priority: 'high',
  assignee: callers.member.username,
  due_date: '2027-01-15',
  tags: ['upkeep', 'crane'],
})

/** Requests that each create another task with a key of its own, by these people in turn. */
export function creating(
  path: string,
  people: Record<string, string>[],
  project: string | null = ownProject.project_id,
): () => Buffer {
  const run = randomBytes(6).toString('hex')
  let n = 0
  return () => {
    n += 1
    const headers = { ...people[n % people.length], 'idempotency-key': `${run}-${n}` }
    return requestBytes('POST', path, headers, JSON.stringify(newTask(n, project)))
  }
}

/** Creating tasks in the member's project; history is written. First no webhook exists, then ten, which are not sent. */
export async function* createCases(site: Site): AsyncGenerator<Case[]> {
  const { headers } = site.api.member
  const one = (id: string, name: string): Case => ({
    id,
    name,
    service: sideOf(site.service, creating('/v1/tasks', [headers])),
    floor: site.floor && sideOf(site.floor.kept, creating('/task', [headers])),
  })
  yield [one('create', 'create a task with Idempotency-Key and history')]
  if (site.databaseUrl === null) return
  try {
    await makeHooks(site, site.service, 1, 0, 10)
    yield [one('create-10', 'create a task with ten webhooks')]
  } finally {
    await forgetHooks(site)
  }
}
