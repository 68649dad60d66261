import { buildPath, type Page } from '../api-client.ts'
import { buildGet } from '../client/connection.ts'
import { buildWorkload, FEW_CONNECTIONS } from '../client/measure.ts'
import { RARE_TASKS, rareWords } from '../data/organization.ts'
import type { CallerName } from '../data/tokens.ts'
import { brackets, idPair, rarePair } from '../data/vocabulary.ts'
import type { Setup } from '../setup.ts'
import type { Case } from './case.ts'

interface Search {
  id: string
  name: string
  texts: string[]
  /** Expected number of tasks; undefined for any above 0. */
  matches?: number
}

const searches: Search[] = [
  { id: 'rare', name: `a word of ${RARE_TASKS} tasks`, texts: rareWords, matches: RARE_TASKS },
  { id: 'few', name: 'a word of a few tasks in a hundred', texts: ['harbour', 'anchor', 'lantern'] },
  { id: 'common', name: 'a word of many tasks', texts: ['deploy'] },
  { id: 'pair-rare', name: `2 letters of ${RARE_TASKS} tasks`, texts: [rarePair], matches: RARE_TASKS },
  { id: 'pair-ids', name: '2 letters of some ids alone', texts: [idPair] },
  { id: 'pair-common', name: '2 letters of most tasks', texts: ['de'] },
  { id: 'brackets', name: '`((((`', texts: [brackets], matches: RARE_TASKS },
  { id: 'none', name: 'no match, unknown letters', texts: ['zzkqqxzz'], matches: 0 },
  { id: 'none-common', name: 'no match, all of it common', texts: ['deploy deploy deploy'], matches: 0 },
]

/** Searches in the default order, as the member and the admin. */
export async function* searchCases(setup: Setup): AsyncGenerator<Case[]> {
  for (const search of searches)
    for (const caller of ['member', 'admin'] as const) {
      const paths = search.texts.map((text) => buildPath('/v1/tasks', { 'filter[search]': text }))
      await requireMatches(setup, caller, search, paths)
      const requests = paths.map((path) => buildGet(path, setup.api[caller].headers))
      const service = buildWorkload(setup.service, requests, { connections: FEW_CONNECTIONS })
      yield [{ id: `search-${search.id}-${caller}`, name: `search ${search.name}, as ${caller}`, service }]
    }
}

async function requireMatches(setup: Setup, caller: CallerName, search: Search, paths: string[]): Promise<void> {
  for (const [i, path] of paths.entries()) {
    const { data } = (await setup.api[caller].get<Page>(path)).body
    if (search.matches === undefined ? data.length === 0 : data.length !== search.matches)
      throw new Error(`"${search.texts[i]}" matches ${data.length} tasks`)
  }
}
