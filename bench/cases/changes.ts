import { requestBytes } from '../client.ts'
import type { Site } from '../site.ts'
import { fewConnections, sideOf, type Case } from './case.ts'

const day = 24 * 60 * 60 * 1000
const bulkSize = 200

/** A due date that is another one each time, for years. */
export const dueDate = (n: number): string =>
  new Date(Date.parse('2027-01-01') + (n % 3000) * day).toISOString().slice(0, 10)

type Request = (path: string, n: number) => Buffer

/** The same requests for the service and the floor, at the path of each. */
function bothOf(
  site: Site,
  named: Pick<Case, 'id' | 'name'>,
  request: Request,
  paths: { service: string; floor: string },
  asked: { status?: number; connections?: number } = {},
): Case {
  let n = 0
  const next = (path: string) => () => request(path, n++)
  const floor = site.floor && sideOf(site.floor.kept, next(paths.floor), asked)
  return { ...named, service: sideOf(site.service, next(paths.service), asked), floor }
}

/** Changing the title of a task, the due date of two hundred at once, and commenting; no webhook exists. */
export async function* changeCases(site: Site): AsyncGenerator<Case[]> {
  yield [updateCase(site)]
  yield [bulkCase(site)]
  yield [commentCase(site)]
}

function updateCase(site: Site): Case {
  const { editable, api } = site
  const named = { id: 'update', name: 'change the title of a task' }
  const patch: Request = (path, n) => {
    const body = JSON.stringify({ title: `Grease the crane number ${n}, change by change` })
    return requestBytes('PATCH', `${path}/${editable[n % editable.length]!}`, api.member.headers, body)
  }
  return bothOf(site, named, patch, { service: '/v1/tasks', floor: '/task' })
}

function bulkCase(site: Site): Case {
  const { sample, api } = site
  const some = Array.from({ length: Math.max(1, Math.floor(sample.length / bulkSize)) }, (_, i) =>
    sample.slice(i * bulkSize, (i + 1) * bulkSize),
  )
  const named = { id: 'bulk', name: `change the due date of ${some[0]!.length} tasks at once, as an admin` }
  const bulk: Request = (path, n) => {
    const body = JSON.stringify({ task_ids: some[n % some.length]!, changes: { due_date: dueDate(n) } })
    return requestBytes('POST', path, api.admin.headers, body)
  }
  // Requests for the same tasks would wait for each other, or lock them in another order than the floor does.
  const connections = Math.min(fewConnections, Math.max(1, some.length - 1))
  return bothOf(site, named, bulk, { service: '/v1/tasks/bulk', floor: '/bulk' }, { connections })
}

function commentCase(site: Site): Case {
  const { sample, api } = site
  const named = { id: 'comment', name: 'comment on a task' }
  const comment: Request = (path, n) => {
    const body = JSON.stringify({ task_id: sample[n % sample.length]!, content: `Greased, time ${n}.` })
    return requestBytes('POST', path, api.member.headers, body)
  }
  const paths = { service: '/v1/task-comments', floor: '/comment' }
  return bothOf(site, named, comment, paths, { status: 201 })
}
