import type { Site } from '../site.ts'
import { get, requireSame, sideOf, type Case } from './case.ts'

/** Reading one task, and the same with the tag of what is known. */
export async function* readCases({ api, sample, service, floor }: Site): AsyncGenerator<Case[]> {
  const floorPath = (id: string) => `/task/${id}`
  const path = (id: string) => `/v1/tasks/${id}`
  if (floor)
    for (const id of sample.slice(0, 50))
      await requireSame((await api.member.get(path(id))).text, floor.kept, floorPath(id))
  const tagged: Buffer[] = []
  for (const id of sample.slice(0, 1000)) {
    const { etag } = await api.member.get(path(id))
    tagged.push(get(path(id), { ...api.member.headers, 'if-none-match': etag }))
  }
  const plain = sample.map((id) => get(path(id), api.member.headers))
  const bare =
    floor &&
    sideOf(
      floor.kept,
      sample.map((id) => get(floorPath(id))),
    )
  yield [
    { id: 'read', name: 'read a task', service: sideOf(service, plain), floor: bare },
    {
      id: 'read-304',
      name: 'the same, If-None-Match: 304',
      service: sideOf(service, tagged, { status: 304 }),
      floor: bare,
    },
  ]
}
