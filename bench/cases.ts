import { randomBytes } from 'node:crypto'
import { pathOf, walkTo, type Page, type Place } from './api.ts'
import { inTurn, requestBytes } from './client.ts'
import { measure, type Measured, type Rounds, type Side } from './measure.ts'
import { callers, orgId, ownProject, planted, projects, rare } from './organization.ts'
import type { Target } from './processes.ts'
import { sortKey } from '../src/kernel/text.ts'
import type { Site } from './site.ts'
import type { CallerName } from './tokens.ts'
import { brackets, pairOfIds, rarePair } from './words.ts'

/** One row of the results. */
export interface Row {
  tasks: number
  id: string
  name: string
  service: Measured
  floor?: Measured
}

const connections = 16
/** Fewer for searches: what is asked of them is a latency, and two cores are soon waited for. */
const searchConnections = 4

function sideOf(target: Target, requests: Buffer[] | (() => Buffer), status = 200, many = connections): Side {
  const next = typeof requests === 'function' ? requests : inTurn(requests)
  return { target, load: { connections: many, next, status } }
}

const get = (path: string, headers?: Record<string, string>) => requestBytes('GET', path, headers)

/** Reading one task, and the same with the tag of what is known. */
export async function measureReads(site: Site, how: Rounds): Promise<Row[]> {
  const { api, sample, service, tasks } = site
  const floorPath = (id: string) => `/task/${id}`
  const path = (id: string) => `/v1/tasks/${id}`
  const floor = site.floor.kept
  for (const id of sample.slice(0, 50))
    await requireSame((await api.member.get(path(id))).text, floor, floorPath(id))
  const known = sample.slice(0, 1000)
  const tagged: Buffer[] = []
  for (const id of known) {
    const { etag } = await api.member.get(path(id))
    tagged.push(get(path(id), { ...api.member.headers, 'if-none-match': etag }))
  }
  const [bare, read, unchanged] = await measure(
    [
      sideOf(
        floor,
        sample.map((id) => get(floorPath(id))),
      ),
      sideOf(
        service,
        sample.map((id) => get(path(id), api.member.headers)),
      ),
      sideOf(service, tagged, 304),
    ],
    how,
  )
  return [
    { tasks, id: 'read', name: 'read a task', service: read!, floor: bare! },
    { tasks, id: 'read-304', name: 'the same, If-None-Match: 304', service: unchanged!, floor: bare! },
  ]
}

/** The floor must answer what the service answers, byte for byte but for the seal of the cursor. */
async function requireSame(text: string, floor: Target, path: string): Promise<void> {
  const other = await (await fetch(`http://127.0.0.1:${floor.port}${path}`)).text()
  const bare = (body: string) => body.replace(/,"next_cursor":.*$/, '')
  if (bare(text) !== bare(other))
    throw new Error(
      `the floor answers otherwise at ${path}:\n${text.slice(0, 1500)}\n${other.slice(0, 1500)}`,
    )
}

const status = 'not_started,in_progress,completed'
const lists: { id: string; name: string; query: Record<string, string>; values: unknown[] }[] = [
  { id: 'title', name: 'list 100 by title', query: { sort_by: 'title' }, values: [] },
  {
    id: 'due',
    name: 'list 100 of a project and three statuses, by due date',
    query: {
      'filter[project]': projects[0]!.project_id,
      'filter[status]': status,
      sort_by: 'due_date',
    },
    values: [projects[0]!.project_id, status.split(',')],
  },
]

/** Pages of 100, the first and a deep one, as the member. */
export async function measureLists(site: Site, how: Rounds): Promise<Row[]> {
  const found: Row[] = []
  for (const { id, name, query, values } of lists) {
    const first = await walkTo(site.api.member, query, 1)
    const deep = await walkTo(site.api.member, query, 1000)
    const sides = [
      ...(await pageSides(site, first, id, values)),
      ...(await pageSides(site, deep, ...placeOf(id, values, deep))),
    ]
    const [bare, page, bareDeep, deepPage] = await measure(sides, how)
    const { tasks } = site
    found.push({ tasks, id: `list-${id}`, name: `${name}, page 1`, service: page!, floor: bare! })
    const deepName = `${name}, page ${deep.page}`
    found.push({ tasks, id: `list-${id}-deep`, name: deepName, service: deepPage!, floor: bareDeep! })
  }
  const [admin] = await measure(
    [sideOf(site.service, [get(pathOf('/v1/tasks', {}), site.api.admin.headers)])],
    how,
  )
  found.push({
    tasks: site.tasks,
    id: 'list-admin',
    name: 'list 100 by title, page 1, as an admin',
    service: admin!,
  })
  return found
}

/** How the floor is asked for a page that does not come first. */
function placeOf(id: string, values: unknown[], { before }: Place): [string, unknown[]] {
  if (!before) return [id, values]
  if (id === 'title') return ['title_after', [...values, sortKey(before.title), before.task_id]]
  if (before.due_date === null) return ['due_none', [...values, before.task_id]]
  return ['due_after', [...values, before.due_date, before.task_id]]
}

async function pageSides(site: Site, place: Place, name: string, values: unknown[]): Promise<Side[]> {
  const floorPath = pathOf(`/page/${name}`, { v: JSON.stringify(values) })
  const { text } = await site.api.member.get<Page>(place.path)
  const { kept, fresh } = site.floor
  await requireSame(text, kept, floorPath)
  // Whichever plans its statement better.
  const floor = (await timeOf(kept, floorPath)) <= (await timeOf(fresh, floorPath)) ? kept : fresh
  return [sideOf(floor, [get(floorPath)]), sideOf(site.service, [get(place.path, site.api.member.headers)])]
}

async function timeOf(target: Target, path: string): Promise<number> {
  let start = 0
  for (let i = 0; i < 25; i++) {
    if (i === 5) start = performance.now()
    await (await fetch(`http://127.0.0.1:${target.port}${path}`)).arrayBuffer()
  }
  return performance.now() - start
}

interface Needle {
  id: string
  name: string
  needles: string[]
  /** How many tasks are found, where that is known. */
  found?: number
}

const needles: Needle[] = [
  { id: 'rare', name: `a word of ${planted} tasks`, needles: rare, found: planted },
  { id: 'common', name: 'a word of many tasks', needles: ['deploy'] },
  { id: 'pair-rare', name: `2 letters of ${planted} tasks`, needles: [rarePair], found: planted },
  { id: 'pair-ids', name: '2 letters of some ids alone', needles: [pairOfIds] },
  { id: 'pair-common', name: '2 letters of most tasks', needles: ['de'] },
  { id: 'brackets', name: '`((((`', needles: [brackets], found: planted },
  { id: 'none', name: 'no match, unknown letters', needles: ['zzkqqxzz'], found: 0 },
  { id: 'none-common', name: 'no match, all of it common', needles: ['deploy deploy deploy'], found: 0 },
]

/** Searches by needle, in the default order, as the member; the dear ones as the admin too. */
export async function measureSearches(site: Site, how: Rounds): Promise<Row[]> {
  const found: Row[] = []
  for (const needle of needles) {
    for (const caller of ['member', 'admin'] as const) {
      const paths = needle.needles.map((text) => pathOf('/v1/tasks', { 'filter[search]': text }))
      await requireFound(site, caller, needle, paths)
      const requests = paths.map((path) => get(path, site.api[caller].headers))
      const [searched] = await measure([sideOf(site.service, requests, 200, searchConnections)], how)
      const name = `search ${needle.name}, as ${caller}`
      found.push({ tasks: site.tasks, id: `search-${needle.id}-${caller}`, name, service: searched! })
    }
  }
  return found
}

async function requireFound(site: Site, caller: CallerName, needle: Needle, paths: string[]): Promise<void> {
  for (const [i, path] of paths.entries()) {
    const { data } = (await site.api[caller].get<Page>(path)).body
    if (needle.found === undefined ? data.length === 0 : data.length !== needle.found)
      throw new Error(`"${needle.needles[i]}" was found in ${data.length} tasks`)
  }
}

const newTask = (n: number) => ({
  org_id: orgId,
  project_id: ownProject.project_id,
  title: `Grease the crane number ${n}`,
  description:
    'The bearings of the slewing ring want grease before the winter; see the manual, page 12. '.repeat(3),
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
