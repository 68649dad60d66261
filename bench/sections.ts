import type { ClientBase } from 'pg'
import { normalizeForSearch } from '../src/core/text.ts'
import { idOf, members, orgId, projects, teams } from './organization.ts'
import { Random } from './random.ts'

/** The sections of the organization: five of each project, three of each team, and the lanes of each person. */

const made = '2024-11-01T09:00:00.000Z'
const random = new Random(7)

function sectionsOf(scope_type: 'project' | 'team' | 'user', scope_id: string, names: string[]) {
  return names.map((name, i) => ({
    org_id: orgId,
    section_id: idOf(random, 'SE', Date.parse(made)),
    scope_type,
    scope_id,
    name,
    name_key: normalizeForSearch(name),
    position: i + 1,
    version: 1,
    created_at: made,
    updated_at: made,
  }))
}

export const sections = [
  ...projects.flatMap(({ project_id }) =>
    sectionsOf('project', project_id, ['Ideas', 'Next', 'Doing', 'Review', 'Done']),
  ),
  ...teams.flatMap(({ team_id }) => sectionsOf('team', team_id, ['New', 'Sorted', 'Waiting'])),
  ...members.flatMap(({ username }) => sectionsOf('user', username, ['Assigned', 'Doing', 'Later'])),
]

/** A section of a project, team or person, by its place. */
export const sectionAt = (scopeId: string, position: number): string =>
  sections.find((one) => one.scope_id === scopeId && one.position === position)!.section_id

/** Two of three tasks of a project or team lie in one of its sections, and all that are assigned in a lane of their own. */
const place = (type: string, scope: string, condition: string) => `
  insert into task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
  select t.org_id, '${type}', ${scope}, t.task_id, s.ids[1 + abs(hashtext(t.task_id)) % cardinality(s.ids)],
    row_number() over (order by t.task_id)
  from tasks t join (select scope_id, array_agg(section_id order by position) as ids from sections
      where org_id = $1 and scope_type = '${type}' group by scope_id) s on s.scope_id = ${scope}
  where t.org_id = $1 and ${condition}`

/** Puts the tasks that are loaded into sections. */
export async function loadSections(client: ClientBase): Promise<void> {
  await client.query('insert into sections select * from jsonb_populate_recordset(null::sections, $1)', [
    JSON.stringify(sections),
  ])
  await client.query('update organization_members set lanes_made_at = $2 where org_id = $1', [orgId, made])
  const most = 'hashtext(t.task_id) % 3 <> 0'
  await client.query(place('project', 't.project_id', most), [orgId])
  await client.query(place('team', 't.team_id', most), [orgId])
  await client.query(place('user', 't.assignee', 'true'), [orgId])
}
