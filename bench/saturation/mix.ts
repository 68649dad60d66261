import type { Client } from 'pg'
import { buildTask } from '../cases/creates.ts'
import { buildBaselinePath, byTitle, findRandomPages } from '../cases/pages.ts'
import type { Setup } from '../setup.ts'
import { loadSmallOrganizations, TASKS_PER_ORGANIZATION, toOrgId, toTaskId } from './small-organizations.ts'

type Headers = Record<string, string>

/** A request; `%n%` in the body, and the Idempotency-Key, are replaced by a unique value. */
export interface RequestTemplate {
  method: 'GET' | 'PATCH' | 'POST'
  path: string
  headers: Headers
  body?: string
}

export const KINDS = ['read', 'list', 'change', 'create'] as const
export type Kind = (typeof KINDS)[number]

export interface Mix {
  templates: Record<Kind, RequestTemplate[]>
  /** Shares of the kinds, with a sum of 1. */
  shares: Record<Kind, number>
}

export const usualShares: Mix['shares'] = { read: 0.7, list: 0.15, change: 0.1, create: 0.05 }
/** Measures the disk usage of writes. */
export const writeShares: Mix['shares'] = { read: 0, list: 0, change: 0.5, create: 0.5 }

const get = (path: string, headers: Headers = {}): RequestTemplate => ({ method: 'GET', path, headers })
const send = (method: 'PATCH' | 'POST', path: string, headers: Headers, body: object): RequestTemplate => ({
  method,
  path,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const title = { title: 'Grease the crane, change %n%' }
const withKey = (headers: Headers): Headers => ({ ...headers, 'idempotency-key': '%n%' })
const CREATES = 500

/** Builds requests of which half of all but the lists are for small organizations. */
export async function buildMixes(setup: Setup, client: Client): Promise<Record<'service' | 'baseline', Mix>> {
  const tokens = await loadSmallOrganizations(client)
  const smallOrgs = tokens.map((token, n) => ({ n, headers: { authorization: `Bearer ${token}` } }))
  const toPath = (n: number) => `/v1/tasks/${toTaskId(n, n % TASKS_PER_ORGANIZATION)}`
  const pickUser = (i: number) => setup.users[i % setup.users.length]!.headers
  const pages = await findRandomPages(setup.api.member, byTitle, setup.tasks)
  const creates = Array.from({ length: CREATES }, (_, i) => ({ ...buildTask(i, null), ...title }))
  const service: Mix['templates'] = {
    read: interleave(
      setup.taskIds.map((id, i) => get(`/v1/tasks/${id}`, pickUser(i))),
      smallOrgs.map(({ n, headers }) => get(toPath(n), headers)),
    ),
    list: pages.map(({ path }, i) => get(path, pickUser(i))),
    change: interleave(
      setup.ownTaskIds.map((id) => send('PATCH', `/v1/tasks/${id}`, setup.api.member.headers, title)),
      smallOrgs.map(({ n, headers }) => send('PATCH', toPath(n), headers, title)),
    ),
    create: interleave(
      creates.map((body, i) => send('POST', '/v1/tasks', withKey(pickUser(i)), body)),
      creates.map((body, i) => {
        const { n, headers } = smallOrgs[(i * 7) % smallOrgs.length]!
        const inOrg = { ...body, org_id: toOrgId(n), assignee: null }
        return send('POST', '/v1/tasks', withKey(headers), inOrg)
      }),
    ),
  }
  // The baseline has no callers: rows of all organizations cost it the same.
  const baseline: Mix['templates'] = {
    read: setup.taskIds.map((id) => get(`/task/${id}`)),
    list: pages.map((page) => get(buildBaselinePath(byTitle, page))),
    change: setup.ownTaskIds.map((id) => send('PATCH', `/task/${id}`, {}, title)),
    create: creates.map((body) => send('POST', '/task', {}, body)),
  }
  return {
    service: { templates: service, shares: usualShares },
    baseline: { templates: baseline, shares: usualShares },
  }
}

/** Alternates between two lists, repeating the shorter one. */
function interleave(first: RequestTemplate[], second: RequestTemplate[]): RequestTemplate[] {
  const length = Math.max(first.length, second.length)
  return Array.from({ length }, (_, i) => [first[i % first.length]!, second[i % second.length]!]).flat()
}
