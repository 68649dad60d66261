import { buildPath, findPage, type Page, type PagePosition } from '../api-client.ts'
import { buildGet } from '../client/connection.ts'
import { buildWorkload } from '../client/measure.ts'
import type { ServerProcess } from '../client/processes.ts'
import type { Baseline, Setup } from '../setup.ts'
import type { Case } from './case.ts'
import { buildBaselinePath, byDueDate, byTitle, findRandomPages, type List } from './pages.ts'
import { requireSameResponse } from './reads.ts'

/** Pages of 100 as the member: the first one, a deep one, and random ones. */
export async function* listCases(setup: Setup): AsyncGenerator<Case[]> {
  for (const list of [byTitle, byDueDate]) yield await buildPageCases(setup, list)
  const requests = [buildGet(buildPath('/v1/tasks', {}), setup.api.admin.headers)]
  const name = 'list 100 by title, page 1, as an admin'
  yield [{ id: 'list-admin', name, service: buildWorkload(setup.service, requests) }]
}

export async function buildPageCases(setup: Setup, list: List): Promise<Case[]> {
  const { member } = setup.api
  const first = await findPage(member, list.query, 1)
  const deep = await findPage(member, list.query, 1000)
  const random = await findRandomPages(member, list, setup.tasks)
  const variants: [suffix: string, page: string, positions: PagePosition[]][] = [
    ['', 'page 1', [first]],
    ['-deep', `page ${deep.page}`, [deep]],
    ['-random', `one of ${random.length} pages at random`, random],
  ]
  const cases: Case[] = []
  for (const [suffix, page, positions] of variants)
    cases.push({
      id: `list-${list.id}${suffix}`,
      name: `${list.name}, ${page}`,
      ...(await buildPageWorkloads(setup, list, positions)),
    })
  return cases
}

async function buildPageWorkloads(
  setup: Setup,
  list: List,
  positions: PagePosition[],
): Promise<Pick<Case, 'service' | 'baseline'>> {
  const { member } = setup.api
  const requests = positions.map(({ path }) => buildGet(path, member.headers))
  const service = buildWorkload(setup.service, requests)
  if (!setup.baseline) return { service }
  const paths = positions.map((position) => buildBaselinePath(list, position))
  for (const [i, { path }] of positions.slice(0, 3).entries())
    await requireSameResponse((await member.get<Page>(path)).text, setup.baseline.generic, paths[i]!)
  const fastest = await findFastest(setup.baseline, paths[0]!)
  const baseline = buildWorkload(
    fastest,
    paths.map((path) => buildGet(path)),
  )
  return { service, baseline }
}

/** Returns the baseline server with the better plan for a page. */
async function findFastest({ generic, custom }: Baseline, path: string): Promise<ServerProcess> {
  return (await timeRequests(generic, path)) <= (await timeRequests(custom, path)) ? generic : custom
}

/** Returns the time of 20 requests after 5 that are not counted. */
async function timeRequests(server: ServerProcess, path: string): Promise<number> {
  let start = 0
  for (let i = 0; i < 25; i++) {
    if (i === 5) start = performance.now()
    await (await fetch(`http://127.0.0.1:${server.port}${path}`)).arrayBuffer()
  }
  return performance.now() - start
}
