import type { Client } from 'pg'
import { pathOf } from '../api.ts'
import { requestBytes } from '../client.ts'
import { connected } from '../connected.ts'
import { freshDatabase } from '../databases.ts'
import { migrate } from '../load.ts'
import { measureRounds, medians, type Rounds } from '../measure.ts'
import { startService } from '../site.ts'
import { storeToken } from '../tokens.ts'
import { get, sideOf, type Row } from './case.ts'

/** Organizations with one person, one project and ten tasks each: what many of them cost beside one. */

const organizations = 1000
export const tasksEach = 10
const tasks = organizations * tasksEach

const hex = (n: number) => n.toString(16).padStart(12, '0')
export const orgOf = (n: number) => `01919b3c-0000-7000-8000-${hex(n)}`
const userOf = (n: number) => `01919b3c-0000-7000-9000-${hex(n)}`
export const taskOf = (n: number, i: number) => `T${String(n * tasksEach + i).padStart(16, '0')}`

const uuid = (part: string, n: string) =>
  `('01919b3c-0000-7000-${part}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const org = uuid('8000', 'n')
const id = (prefix: string, n: string) => `'${prefix}' || lpad((${n})::text, 16, '0')`
const stamps = 'created_at, updated_at'
const now = `'2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'`
const each = `from generate_series(0, ${organizations - 1}) n`

const statements = [
  `insert into organizations (org_id, name, name_key, description, ${stamps})
   select ${org}, 'Quay ' || n, 'quay ' || n, '', ${now} ${each}`,
  `insert into users (user_id, username, username_key, issuer, subject, kind, email, email_key, email_verified, ${stamps})
   select ${uuid('9000', 'n')}, 'person' || n, 'person' || n, 'bench', 'person' || n, 'user',
     'person' || n || '@bench.invalid', 'person' || n || '@bench.invalid', true, ${now} ${each}`,
  `insert into organization_members (org_id, user_id, username, username_key, role, kind, accepted_at, ${stamps})
   select ${org}, ${uuid('9000', 'n')}, 'person' || n, 'person' || n, 'member', 'user', now(), ${now} ${each}`,
  `insert into projects (org_id, project_id, name, name_key, status, status_rank, priority, priority_rank, visibility,
     position, ${stamps})
   select ${org}, ${id('P', 'n')}, 'Project ' || n, 'project ' || n, 'in_progress', 1, 'none', 4, 'public', n, ${now}
   ${each}`,
  `insert into tasks (org_id, task_id, project_id, title, title_key, status, status_rank, priority_rank, restricted,
     created_by, ${stamps})
   select ${org}, ${id('T', `n * ${tasksEach} + i`)}, ${id('P', 'n')}, 'Task ' || i, 'task ' || i, 'not_started', 1, 4,
     false, 'person' || n, ${now} ${each}, generate_series(0, ${tasksEach - 1}) i`,
]

/** Makes the organizations, and gives a token of the person of each. */
export async function loadOrganizations(client: Client): Promise<string[]> {
  await client.query('set session_replication_role = replica')
  for (const statement of statements) await client.query(statement)
  const tokens: string[] = []
  const scopes = ['tasks:read', 'tasks:write']
  for (let n = 0; n < organizations; n++)
    tokens.push(await storeToken(client, { org_id: orgOf(n), user_id: userOf(n) }, scopes))
  await client.query('vacuum (analyze)')
  return tokens
}

/** Requests of these organizations in turn; of one alone they are all the same person's. */
function kindsOf(tokens: string[]): { id: string; name: string; next: () => Buffer }[] {
  const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }))
  let asked = 0
  const turn = (request: (n: number, i: number) => Buffer) => () => {
    const n = asked % tokens.length
    return request(n, asked++)
  }
  const list = pathOf('/v1/tasks', {})
  const create = (n: number, i: number) => {
    const body = JSON.stringify({ org_id: orgOf(n), title: `Grease the crane number ${i}` })
    return requestBytes('POST', '/v1/tasks', headers[n], body)
  }
  return [
    {
      id: 'read',
      name: 'read a task',
      next: turn((n, i) => get(`/v1/tasks/${taskOf(n, i % tasksEach)}`, headers[n])),
    },
    { id: 'list', name: `list ${tasksEach} tasks`, next: turn((n) => get(list, headers[n])) },
    { id: 'create', name: 'create a task', next: turn(create) },
  ]
}

/** One person of one organization, and a thousand people of a thousand organizations in turn. */
export async function measureOrganizations(serverUrl: string, how: Rounds): Promise<Row[]> {
  const url = await freshDatabase(serverUrl, 'bench_organizations')
  migrate(url)
  const tokens = await connected(url, loadOrganizations)
  const service = await startService(url, { ROLE: 'api' })
  const rows: Row[] = []
  try {
    const [one, all] = [kindsOf(tokens.slice(0, 1)), kindsOf(tokens)]
    for (const [i, { id, name }] of one.entries()) {
      const sides = [sideOf(service, one[i]!.next), sideOf(service, all[i]!.next)]
      const found = (await measureRounds(sides, how)).map(medians)
      const named = [`of one organization of ${organizations}`, `of ${organizations} organizations in turn`]
      for (const [n, service] of found.entries())
        rows.push({
          tasks,
          id: `organizations-${n === 0 ? 1 : organizations}-${id}`,
          name: `${name} ${named[n]!}`,
          service,
        })
    }
    return rows
  } finally {
    await service.stop()
  }
}
