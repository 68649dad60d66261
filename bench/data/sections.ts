import type { ClientBase } from 'pg'
import { normalizeForSearch } from '../../src/core/text.ts'
import { createdAt, generateId, members, orgId, projects, teams } from './organization.ts'
import { Random } from './random.ts'

/** Five sections per project, three per team, and three lanes per member. */

const random = new Random(7)

function buildSections(scope_type: 'project' | 'team' | 'user', scope_id: string, names: string[]) {
  return names.map((name, i) => ({
    org_id: orgId,
    section_id: generateId(random, 'SE', Date.parse(createdAt)),
    scope_type,
    scope_id,
    name,
    name_key: normalizeForSearch(name),
    position: i + 1,
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
  }))
}

const sections = [
  ...projects.flatMap(({ project_id }) =>
    buildSections('project', project_id, ['Ideas', 'Next', 'Doing', 'Review', 'Done']),
  ),
  ...teams.flatMap(({ team_id }) => buildSections('team', team_id, ['New', 'Sorted', 'Waiting'])),
  ...members.flatMap(({ username }) => buildSections('user', username, ['Assigned', 'Doing', 'Later'])),
]

const buildInsertSql = (type: string, scope: string, condition: string) => `
  insert into task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
  select t.org_id, '${type}', ${scope}, t.task_id, s.ids[1 + abs(hashtext(t.task_id)) % cardinality(s.ids)],
    row_number() over (order by t.task_id)
  from tasks t join (select scope_id, array_agg(section_id order by position) as ids from sections
      where org_id = $1 and scope_type = '${type}' group by scope_id) s on s.scope_id = ${scope}
  where t.org_id = $1 and ${condition}`

/** Puts two thirds of the tasks of projects and teams into sections, and all assigned tasks into lanes. */
export async function loadSections(client: ClientBase): Promise<void> {
  await client.query('insert into sections select * from jsonb_populate_recordset(null::sections, $1)', [
    JSON.stringify(sections),
  ])
  await client.query('update organization_members set lanes_made_at = $2 where org_id = $1', [orgId, createdAt])
  const twoThirds = 'hashtext(t.task_id) % 3 <> 0'
  await client.query(buildInsertSql('project', 't.project_id', twoThirds), [orgId])
  await client.query(buildInsertSql('team', 't.team_id', twoThirds), [orgId])
  await client.query(buildInsertSql('user', 't.assignee', 'true'), [orgId])
}
