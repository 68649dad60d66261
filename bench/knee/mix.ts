import type { Client } from 'pg'
import { loadOrganizations, orgOf, taskOf, tasksEach } from '../cases/organizations.ts'
import { newTask } from '../cases/creates.ts'
import { byTitle, floorPathOf, pagesAtRandom } from '../cases/pages.ts'
import type { Site } from '../site.ts'

/** A request; `%n%` in its body and headers stands for a number that is another each time. */
export interface Ask {
  method: 'GET' | 'PATCH' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export const kinds = ['read', 'list', 'change', 'create'] as const
export type Kind = (typeof kinds)[number]

/** What is asked: of each kind some requests, taken in turn, and how many of all are of it. */
export interface Mix {
  asks: Record<Kind, Ask[]>
  shares: Record<Kind, number>
}

/** As an installation is used: most read, some look at lists, few write. */
export const usual: Mix['shares'] = { read: 0.7, list: 0.15, change: 0.1, create: 0.05 }
/** Writes alone, for what they leave behind. */
export const writing: Mix['shares'] = { read: 0, list: 0, change: 0.5, create: 0.5 }

const get = (path: string, headers: Ask['headers'] = {}): Ask => ({ method: 'GET', path, headers })
const send = (method: 'PATCH' | 'POST', path: string, headers: Ask['headers'], body: object): Ask => ({
  method,
  path,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const title = { title: 'Grease the crane, %n% by now' }
const keyed = (headers: Ask['headers']) => ({ ...headers, 'idempotency-key': '%n%' })
/** How many creates there are, each with a description of its own. */
const described = 500

/** What the service and the floor are asked. Half of what is not a list is about many small organizations. */
export async function mixesOf(site: Site, client: Client): Promise<{ service: Mix; floor: Mix }> {
  const small = (await loadOrganizations(client)).map((token, n) => ({
    n,
    headers: { authorization: `Bearer ${token}` },
  }))
  const people = site.people.map((one) => one.headers)
  const by = (i: number) => people[i % people.length]!
  const pages = await pagesAtRandom(site.api.member, byTitle, site.tasks)
  const one = (path: string, i: number) => `${path}/${taskOf(small[i]!.n, i % tasksEach)}`
  const creates = Array.from({ length: described }, (_, i) => ({ ...newTask(i, null), ...title }))
  const service: Mix['asks'] = {
    read: turned(
      site.sample.map((id, i) => get(`/v1/tasks/${id}`, by(i))),
      small.map(({ headers }, i) => get(one('/v1/tasks', i), headers)),
    ),
    list: pages.map(({ path }, i) => get(path, by(i))),
    change: turned(
      site.editable.map((id) => send('PATCH', `/v1/tasks/${id}`, site.api.member.headers, title)),
      small.map(({ headers }, i) => send('PATCH', one('/v1/tasks', i), headers, title)),
    ),
    create: turned(
      creates.map((body, i) => send('POST', '/v1/tasks', keyed(by(i)), body)),
      creates.map((body, i) => {
        const { n, headers } = small[(i * 7) % small.length]!
        return send('POST', '/v1/tasks', keyed(headers), { ...body, org_id: orgOf(n), assignee: null })
      }),
    ),
  }
  // The floor knows the large organization alone; a row costs it the same whosever it is.
  const floor: Mix['asks'] = {
    read: site.sample.map((id) => get(`/task/${id}`)),
    list: pages.map((place) => get(floorPathOf(byTitle, place))),
    change: site.editable.map((id) => send('PATCH', `/task/${id}`, {}, title)),
    create: creates.map((body) => send('POST', '/task', {}, body)),
  }
  return { service: { asks: service, shares: usual }, floor: { asks: floor, shares: usual } }
}

/** Two lists as one, an item of each in turn; the shorter one again from its beginning. */
function turned(some: Ask[], others: Ask[]): Ask[] {
  const length = Math.max(some.length, others.length)
  return Array.from({ length }, (_, i) => [some[i % some.length]!, others[i % others.length]!]).flat()
}
