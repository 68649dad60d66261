import type { Client } from 'pg'
import { createToken } from '../data/tokens.ts'

/** A thousand organizations with one member, one project and ten tasks each. */

const ORGANIZATIONS = 1000
export const TASKS_PER_ORGANIZATION = 10

const toHex = (n: number) => n.toString(16).padStart(12, '0')
export const toOrgId = (n: number) => `01919b3c-0000-7000-8000-${toHex(n)}`
const toUserId = (n: number) => `01919b3c-0000-7000-9000-${toHex(n)}`
export const toTaskId = (n: number, i: number) => `T${String(n * TASKS_PER_ORGANIZATION + i).padStart(16, '0')}`

const buildUuidSql = (part: string, n: string) => `('01919b3c-0000-7000-${part}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const orgSql = buildUuidSql('8000', 'n')
const buildIdSql = (prefix: string, n: string) => `'${prefix}' || lpad((${n})::text, 16, '0')`
const timestamps = 'created_at, updated_at'
const now = `'2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'`
const perOrganization = `from generate_series(0, ${ORGANIZATIONS - 1}) n`

const statements = [
  `insert into organizations (org_id, name, name_key, description, ${timestamps})
   select ${orgSql}, 'Quay ' || n, 'quay ' || n, '', ${now} ${perOrganization}`,
  `insert into users (user_id, username, username_key, issuer, subject, kind, email, email_key, email_verified, ${timestamps})
   select ${buildUuidSql('9000', 'n')}, 'person' || n, 'person' || n, 'bench', 'person' || n, 'user',
     'person' || n || '@bench.invalid', 'person' || n || '@bench.invalid', true, ${now} ${perOrganization}`,
  `insert into organization_members (org_id, user_id, username, username_key, role, kind, accepted_at, ${timestamps})
   select ${orgSql}, ${buildUuidSql('9000', 'n')}, 'person' || n, 'person' || n, 'member', 'user', now(), ${now} ${perOrganization}`,
  `insert into projects (org_id, project_id, name, name_key, status, status_rank, priority, priority_rank, visibility,
     position, ${timestamps})
   select ${orgSql}, ${buildIdSql('P', 'n')}, 'Project ' || n, 'project ' || n, 'in_progress', 1, 'none', 4, 'public', n, ${now}
   ${perOrganization}`,
  `insert into tasks (org_id, task_id, project_id, title, title_key, status, status_rank, priority_rank, restricted,
     created_by, ${timestamps})
   select ${orgSql}, ${buildIdSql('T', `n * ${TASKS_PER_ORGANIZATION} + i`)}, ${buildIdSql('P', 'n')}, 'Task ' || i, 'task ' || i, 'not_started', 1, 4,
     false, 'person' || n, ${now} ${perOrganization}, generate_series(0, ${TASKS_PER_ORGANIZATION - 1}) i`,
]

/** Loads them and returns a token of each member. */
export async function loadSmallOrganizations(client: Client): Promise<string[]> {
  await client.query('set session_replication_role = replica')
  for (const statement of statements) await client.query(statement)
  const tokens: string[] = []
  const scopes = ['tasks:read', 'tasks:write']
  for (let n = 0; n < ORGANIZATIONS; n++)
    tokens.push(await createToken(client, { org_id: toOrgId(n), user_id: toUserId(n) }, scopes))
  await client.query('vacuum (analyze)')
  return tokens
}
