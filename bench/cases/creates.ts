import { randomBytes } from 'node:crypto'
import { buildRequest } from '../client/connection.ts'
import { buildWorkload } from '../client/measure.ts'
import { callers, orgId, ownProject } from '../data/organization.ts'
import { Random, buildSkewedPicker } from '../data/random.ts'
import { buildSentence, words } from '../data/vocabulary.ts'
import type { Setup } from '../setup.ts'
import type { Case } from './case.ts'
import { createWebhooks, deleteWebhooks } from './webhooks.ts'

const pickWord = buildSkewedPicker(words)

/** Returns the body of a create; descriptions differ, since repeated words are cheap to index. */
export const buildTask = (n: number, project_id: string | null) => ({
  org_id: orgId,
  project_id,
  title: `Grease the crane number ${n}`,
  description: buildSentence(new Random(n), pickWord, 300),
  status: 'not_started',
  priority: 'high',
  assignee: callers.member.username,
  due_date: '2027-01-15',
  tags: ['upkeep', 'crane'],
})

/** Returns a function that builds creates with an Idempotency-Key each, alternating between the callers. */
export function buildCreates(
  path: string,
  callerHeaders: Record<string, string>[],
  project: string | null = ownProject.project_id,
): () => Buffer {
  const run = randomBytes(6).toString('hex')
  let n = 0
  return () => {
    n += 1
    const headers = { ...callerHeaders[n % callerHeaders.length], 'idempotency-key': `${run}-${n}` }
    return buildRequest('POST', path, headers, JSON.stringify(buildTask(n, project)))
  }
}

/** Creates without webhooks, then with ten whose deliveries are stored and not sent. */
export async function* createCases(setup: Setup): AsyncGenerator<Case[]> {
  const { headers } = setup.api.member
  const build = (id: string, name: string): Case => ({
    id,
    name,
    service: buildWorkload(setup.service, buildCreates('/v1/tasks', [headers])),
    baseline: setup.baseline && buildWorkload(setup.baseline.generic, buildCreates('/task', [headers])),
  })
  yield [build('create', 'create a task with Idempotency-Key and history')]
  if (setup.databaseUrl === null) return
  try {
    await createWebhooks(setup.api.admin, 1, 0, 10)
    yield [build('create-10', 'create a task with ten webhooks')]
  } finally {
    await deleteWebhooks(setup)
  }
}
