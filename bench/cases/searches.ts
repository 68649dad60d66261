import { pathOf, type Page } from '../api.ts'
import { planted, rare } from '../organization.ts'
import type { Site } from '../site.ts'
import type { CallerName } from '../tokens.ts'
import { brackets, pairOfIds, rarePair } from '../words.ts'
import { fewConnections, get, sideOf, type Case } from './case.ts'

interface Needle {
  id: string
  name: string
  needles: string[]
  /** How many tasks are found, where that is known. */
  found?: number
}

const needles: Needle[] = [
  { id: 'rare', name: `a word of ${planted} tasks`, needles: rare, found: planted },
  { id: 'few', name: 'a word of a few tasks in a hundred', needles: ['harbour', 'anchor', 'lantern'] },
  { id: 'common', name: 'a word of many tasks', needles: ['deploy'] },
  { id: 'pair-rare', name: `2 letters of ${planted} tasks`, needles: [rarePair], found: planted },
  { id: 'pair-ids', name: '2 letters of some ids alone', needles: [pairOfIds] },
  { id: 'pair-common', name: '2 letters of most tasks', needles: ['de'] },
  { id: 'brackets', name: '`((((`', needles: [brackets], found: planted },
  { id: 'none', name: 'no match, unknown letters', needles: ['zzkqqxzz'], found: 0 },
  { id: 'none-common', name: 'no match, all of it common', needles: ['deploy deploy deploy'], found: 0 },
]

/** Searches by needle, in the default order, as the member and the admin. */
export async function* searchCases(site: Site): AsyncGenerator<Case[]> {
  for (const needle of needles)
    for (const caller of ['member', 'admin'] as const) {
      const paths = needle.needles.map((text) => pathOf('/v1/tasks', { 'filter[search]': text }))
      await requireFound(site, caller, needle, paths)
      const requests = paths.map((path) => get(path, site.api[caller].headers))
      const service = sideOf(site.service, requests, { connections: fewConnections })
      yield [{ id: `search-${needle.id}-${caller}`, name: `search ${needle.name}, as ${caller}`, service }]
    }
}

async function requireFound(site: Site, caller: CallerName, needle: Needle, paths: string[]): Promise<void> {
  for (const [i, path] of paths.entries()) {
    const { data } = (await site.api[caller].get<Page>(path)).body
    if (needle.found === undefined ? data.length === 0 : data.length !== needle.found)
      throw new Error(`"${needle.needles[i]}" was found in ${data.length} tasks`)
  }
}
