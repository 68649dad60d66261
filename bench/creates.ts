import { randomBytes } from 'node:crypto'
import { sideOf, type Row } from './cases.ts'
import { requestBytes } from './client.ts'
import { measure, type Rounds } from './measure.ts'
import { callers, orgId, ownProject } from './organization.ts'
import { Random, skewed } from './random.ts'
import type { Site } from './site.ts'
import { sentence, words } from './words.ts'

// Every task says something else: what all say is cheap to index.
const word = skewed(words)
const description = (n: number) => sentence(new Random(n), word, 300)

const newTask = (n: number) => ({
  org_id: orgId,
  project_id: ownProject.project_id,
  title: `Grease the crane number ${n}`,
  description: description(n),
  status: 'not_started',
  priority: 'high',
  assignee: callers.member.username,
  due_date: '2027-01-15',
  tags: ['upkeep', 'crane'],
})

/** Creating tasks in the member's project, each with a key of its own; history is written, no webhook exists. */
export async function measureCreates(site: Site, how: Rounds): Promise<Row[]> {
  const { headers } = site.api.member
  const run = randomBytes(6).toString('hex')
  let n = 0
  const post = (path: string) => () => {
    n += 1
    const body = JSON.stringify(newTask(n))
    return requestBytes('POST', path, { ...headers, 'idempotency-key': `${run}-${n}` }, body)
  }
  const sides = [sideOf(site.floor.kept, post('/task')), sideOf(site.service, post('/v1/tasks'))]
  const [bare, created] = await measure(sides, how)
  const name = 'create a task with Idempotency-Key and history'
  return [{ tasks: site.tasks, id: 'create', name, service: created!, floor: bare! }]
}
