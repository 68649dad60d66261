import { inTurn } from '../client.ts'
import { Random } from '../random.ts'
import type { Site } from '../site.ts'
import { walkTo } from '../api.ts'
import { get, sideOf, type Case } from './case.ts'
import { creating } from './creates.ts'
import { byTitle, floorPathOf, pagesAtRandom } from './pages.ts'

/** The same work by sixteen people in turn: of one person's statements only some run at once, whatever the connections. */
export async function* peopleCases(site: Site): AsyncGenerator<Case[]> {
  const people = site.people.map((one) => one.headers)
  const first = await walkTo(site.api.member, byTitle.query, 1)
  const reads = site.sample.map((id, i) => get(`/v1/tasks/${id}`, people[i % people.length]))
  const bareReads = site.sample.map((id) => get(`/task/${id}`))
  const lists = people.map((headers) => get(first.path, headers))
  const bareLists = [get(floorPathOf(byTitle, first))]
  const one = (id: string, name: string, own: Requests, bare: Requests): Case => ({
    id: `people-${id}`,
    name: `${name}, by ${people.length} people`,
    service: sideOf(site.service, own),
    floor: site.floor && sideOf(site.floor.kept, bare),
  })
  yield [one('read', 'read a task', reads, bareReads)]
  yield [one('list', 'list 100 by title, page 1', lists, bareLists)]
  const creates = (path: string) => creating(path, people, null)
  const name = 'create a task in no project, with Idempotency-Key and history'
  yield [one('create', name, creates('/v1/tasks'), creates('/task'))]
}

type Requests = Buffer[] | (() => Buffer)

/** Reading tasks, pages at random and creating tasks, by many people. */
export async function askedByPeople(site: Site) {
  const people = site.people.map((one) => one.headers)
  const who = `by ${people.length} people`
  const by = (i: number) => people[i % people.length]!
  const pages = await pagesAtRandom(site.api.member, byTitle, site.tasks)
  return {
    read: {
      name: `read a task, ${who}`,
      requests: inTurn(site.sample.map((id, i) => get(`/v1/tasks/${id}`, by(i)))),
    },
    list: {
      name: `list 100 by title, pages at random, ${who}`,
      requests: inTurn(pages.map(({ path }, i) => get(path, by(i)))),
    },
    create: { name: `create a task, ${who}`, requests: creating('/v1/tasks', people, null) },
  }
}

const shares = { read: 0.8, list: 0.15 }

/** Of a hundred requests eighty read a task, fifteen a page at random, and five create a task; by sixteen people. */
export async function* mixedCases(site: Site): AsyncGenerator<Case[]> {
  const random = new Random(3)
  const { read, list, create } = await askedByPeople(site)
  const next = () => {
    const at = random.next()
    const kind = at < shares.read ? read : at < shares.read + shares.list ? list : create
    return kind.requests()
  }
  for (const connections of [16, 64])
    yield [
      {
        id: `mixed-${connections}`,
        name: `80 % reads, 15 % pages, 5 % creates, ${connections} connections, by ${site.people.length} people`,
        service: sideOf(site.service, next, { connections }),
      },
    ]
}
