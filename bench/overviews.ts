import { pathOf } from './api.ts'
import { get, sideOf, type Row } from './cases.ts'
import { measure, type Rounds } from './measure.ts'
import { goals, orgId } from './organization.ts'
import type { Site } from './site.ts'
import type { CallerName } from './tokens.ts'

/** Fewer: what is asked of an overview is a latency. */
const overviewConnections = 4

/** One answer for all of an organization or team, in which every task that the caller reads is counted. */
export const overviews: { id: string; name: string; path: string; callers: CallerName[] }[] = [
  {
    id: 'goals',
    name: `${goals.length.toLocaleString('en')} goals of the organization`,
    path: pathOf('/v1/goals', { org_id: orgId }),
    callers: ['admin', 'member', 'guest'],
  },
]

/** Each overview, as those who see different parts of it. */
export async function measureOverviews(site: Site, how: Rounds): Promise<Row[]> {
  const found: Row[] = []
  for (const { id, name, path, callers } of overviews)
    for (const caller of callers) {
      const requests = [get(path, site.api[caller].headers)]
      const [measured] = await measure([sideOf(site.service, requests, 200, overviewConnections)], how)
      found.push({
        tasks: site.tasks,
        id: `overview-${id}-${caller}`,
        name: `${name}, as ${caller} (${Math.round(measured!.bytes / 1024)} KB)`,
        service: measured!,
      })
    }
  return found
}
