import { findPage } from '../api-client.ts'
import { buildGet, cycle } from '../client/connection.ts'
import { buildWorkload } from '../client/measure.ts'
import { Random } from '../data/random.ts'
import type { Setup } from '../setup.ts'
import type { Case } from './case.ts'
import { buildCreates } from './creates.ts'
import { buildBaselinePath, byTitle, findRandomPages } from './pages.ts'

type Requests = Buffer[] | (() => Buffer)

/** Requests of 16 users: the service limits the concurrent statements of a single user. */
export async function* userCases(setup: Setup): AsyncGenerator<Case[]> {
  const headers = setup.users.map((user) => user.headers)
  const first = await findPage(setup.api.member, byTitle.query, 1)
  const build = (id: string, name: string, service: Requests, baseline: Requests): Case => ({
    id: `users-${id}`,
    name: `${name}, by ${headers.length} users`,
    service: buildWorkload(setup.service, service),
    baseline: setup.baseline && buildWorkload(setup.baseline.generic, baseline),
  })
  const baselineReads = setup.taskIds.map((id) => buildGet(`/task/${id}`))
  yield [build('read', 'read a task', buildReads(setup, headers), baselineReads)]
  const pages = headers.map((user) => buildGet(first.path, user))
  yield [build('list', 'list 100 by title, page 1', pages, [buildGet(buildBaselinePath(byTitle, first))])]
  const creates = (path: string) => buildCreates(path, headers, null)
  const name = 'create a task in no project, with Idempotency-Key and history'
  yield [build('create', name, creates('/v1/tasks'), creates('/task'))]
}

const buildReads = ({ taskIds }: Setup, headers: Record<string, string>[]) =>
  taskIds.map((id, i) => buildGet(`/v1/tasks/${id}`, headers[i % headers.length]))

/** 80 % reads, 15 % random pages and 5 % creates by 16 users. */
export async function* mixedCases(setup: Setup): AsyncGenerator<Case[]> {
  const headers = setup.users.map((user) => user.headers)
  const pages = await findRandomPages(setup.api.member, byTitle, setup.tasks)
  const read = cycle(buildReads(setup, headers))
  const list = cycle(pages.map(({ path }, i) => buildGet(path, headers[i % headers.length])))
  const create = buildCreates('/v1/tasks', headers, null)
  const random = new Random(3)
  const nextRequest = () => {
    const share = random.next()
    return share < 0.8 ? read() : share < 0.95 ? list() : create()
  }
  for (const connections of [16, 64])
    yield [
      {
        id: `mixed-${connections}`,
        name: `80 % reads, 15 % pages, 5 % creates, ${connections} connections, by ${headers.length} users`,
        service: buildWorkload(setup.service, nextRequest, { connections }),
      },
    ]
}
