import { sortKey } from '../src/kernel/text.ts'
import { pathOf, walkTo, type Page, type Place } from './api.ts'
import { get, requireSame, sideOf, type Row } from './cases.ts'
import { measure, type Rounds, type Side } from './measure.ts'
import { projects } from './organization.ts'
import type { Target } from './processes.ts'
import type { Site } from './site.ts'

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
