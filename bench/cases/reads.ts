import { buildGet } from '../client/connection.ts'
import { buildWorkload } from '../client/measure.ts'
import type { ServerProcess } from '../client/processes.ts'
import type { Setup } from '../setup.ts'
import type { Case } from './case.ts'

const COMPARED_RESPONSES = 50
const TAGGED_REQUESTS = 1000

/** Reads of a task with and without If-None-Match. */
export async function* readCases({ api, taskIds, service, baseline }: Setup): AsyncGenerator<Case[]> {
  const toBaselinePath = (id: string) => `/task/${id}`
  const toPath = (id: string) => `/v1/tasks/${id}`
  if (baseline)
    for (const id of taskIds.slice(0, COMPARED_RESPONSES))
      await requireSameResponse((await api.member.get(toPath(id))).text, baseline.generic, toBaselinePath(id))
  const tagged: Buffer[] = []
  for (const id of taskIds.slice(0, TAGGED_REQUESTS)) {
    const { etag } = await api.member.get(toPath(id))
    tagged.push(buildGet(toPath(id), { ...api.member.headers, 'if-none-match': etag }))
  }
  const reads = taskIds.map((id) => buildGet(toPath(id), api.member.headers))
  const baselineReads = taskIds.map((id) => buildGet(toBaselinePath(id)))
  const baselineWorkload = baseline && buildWorkload(baseline.generic, baselineReads)
  yield [
    { id: 'read', name: 'read a task', service: buildWorkload(service, reads), baseline: baselineWorkload },
    {
      id: 'read-304',
      name: 'the same, If-None-Match: 304',
      service: buildWorkload(service, tagged, { status: 304 }),
      baseline: baselineWorkload,
    },
  ]
}

/** Throws unless the baseline returns the same bytes, except for the signed cursor. */
export async function requireSameResponse(text: string, baseline: ServerProcess, path: string): Promise<void> {
  const other = await (await fetch(`http://127.0.0.1:${baseline.port}${path}`)).text()
  const removeCursor = (body: string) => body.replace(/,"next_cursor":.*$/, '')
  if (removeCursor(text) !== removeCursor(other))
    throw new Error(`the baseline responds differently at ${path}:\n${text.slice(0, 1500)}\n${other.slice(0, 1500)}`)
}
