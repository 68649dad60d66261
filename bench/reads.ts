import { get, requireSame, sideOf, type Row } from './cases.ts'
import { measure, type Rounds } from './measure.ts'
import type { Site } from './site.ts'

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
