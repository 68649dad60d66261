import type { Rounds } from '../measure.ts'
import { startService, type Site } from '../site.ts'
import type { Target } from '../processes.ts'
import { measureCases, sideOf, type Case, type Row } from './case.ts'
import { askedByPeople } from './people.ts'

const most = 4

/** The same work by one to four processes of the service on one database, each of which gets as many connections. */
export async function measureProcesses(site: Site, how: Rounds): Promise<Row[]> {
  const more: Target[] = []
  try {
    while (more.length < most - 1) more.push(await startService(site.databaseUrl, { ROLE: 'api' }))
    const all = [site.service, ...more]
    return await measureCases(site, (one) => processCases(one, all), how)
  } finally {
    for (const service of more) await service.stop()
  }
}

async function* processCases(site: Site, all: Target[]): AsyncGenerator<Case[]> {
  const asked = await askedByPeople(site)
  for (const [kind, { name, requests }] of Object.entries(asked))
    yield all.map((_, i) => ({
      id: `processes-${kind}-${i + 1}`,
      name: `${name}, ${i === 0 ? 'one process' : `${i + 1} processes`}`,
      service: sideOf(all.slice(0, i + 1), requests),
    }))
}
