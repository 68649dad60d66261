import { pathOf, walkTo, type Page, type Place } from '../api.ts'
import type { Target } from '../processes.ts'
import type { Floor, Site } from '../site.ts'
import { get, requireSame, sideOf, type Case } from './case.ts'
import { byDueDate, byTitle, floorPathOf, pagesAtRandom, type List } from './pages.ts'

/** Pages of 100 as the member: the first again and again, a deep one, and another each time. */
export async function* listCases(site: Site): AsyncGenerator<Case[]> {
  for (const list of [byTitle, byDueDate]) yield await pagesOf(site, list)
  const requests = [get(pathOf('/v1/tasks', {}), site.api.admin.headers)]
  const name = 'list 100 by title, page 1, as an admin'
  yield [{ id: 'list-admin', name, service: sideOf(site.service, requests) }]
}

/** The three ways to page through a list. */
export async function pagesOf(site: Site, list: List): Promise<Case[]> {
  const { member } = site.api
  const first = await walkTo(member, list.query, 1)
  const deep = await walkTo(member, list.query, 1000)
  const random = await pagesAtRandom(member, list, site.tasks)
  const id = `list-${list.id}`
  return [
    { id, name: `${list.name}, page 1`, ...(await pageSides(site, list, [first])) },
    { id: `${id}-deep`, name: `${list.name}, page ${deep.page}`, ...(await pageSides(site, list, [deep])) },
    {
      id: `${id}-random`,
      name: `${list.name}, one of ${random.length} pages at random`,
      ...(await pageSides(site, list, random)),
    },
  ]
}

async function pageSides(site: Site, list: List, places: Place[]): Promise<Pick<Case, 'service' | 'floor'>> {
  const { member } = site.api
  const service = sideOf(
    site.service,
    places.map(({ path }) => get(path, member.headers)),
  )
  if (!site.floor) return { service }
  const paths = places.map((place) => floorPathOf(list, place))
  for (const [i, { path }] of places.slice(0, 3).entries())
    await requireSame((await member.get<Page>(path)).text, site.floor.kept, paths[i]!)
  const floor = sideOf(
    await quicker(site.floor, paths[0]!),
    paths.map((path) => get(path)),
  )
  return { service, floor }
}

/** Whichever plans this page's statement better. */
async function quicker({ kept, fresh }: Floor, path: string): Promise<Target> {
  return (await timeOf(kept, path)) <= (await timeOf(fresh, path)) ? kept : fresh
}

async function timeOf(target: Target, path: string): Promise<number> {
  let start = 0
  for (let i = 0; i < 25; i++) {
    if (i === 5) start = performance.now()
    await (await fetch(`http://127.0.0.1:${target.port}${path}`)).arrayBuffer()
  }
  return performance.now() - start
}
