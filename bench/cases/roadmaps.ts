import type { Client } from 'pg'
import { connected } from '../connected.ts'
import { migrate } from '../load.ts'
import { measure, type Rounds } from '../measure.ts'
import { startService } from '../site.ts'
import { storeToken } from '../tokens.ts'
import { fewConnections, get, sideOf, type Row } from './case.ts'

/** A team with fifty projects, two thousand stops on a hundred and fifty lines, and what is filed to them. */

const projects = 50
const linesEach = 3
const stopsEach = 40
const tasksEach = 20
const milestones = 200
const tasksInMilestone = 30
const tasks = projects * stopsEach * tasksEach

const org = '01919b3c-0000-7000-8000-00000000aaaa'
const people = {
  admin: '01919b3c-0000-7000-8000-00000000aaab',
  member: '01919b3c-0000-7000-8000-00000000aaac',
}
const team = 'TM0000000000000000'

const id = (prefix: string, number: string) => `'${prefix}' || lpad((${number})::text, 16, '0')`
const stamps = 'created_at, updated_at'
const now = `'2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'`

/** Every tenth project is private, and of a task's stops the number tells project and place. */
const statements = [
  `insert into organizations (org_id, name, name_key, description, ${stamps})
   values ('${org}', 'Roadmaps', 'roadmaps', '', ${now})`,
  ...Object.entries(people).flatMap(([name, userId]) => [
    `insert into users (user_id, username, username_key, issuer, subject, kind, email, email_key, email_verified, ${stamps})
     values ('${userId}', '${name}', '${name}', 'bench', '${name}', 'user', '${name}@bench.invalid',
       '${name}@bench.invalid', true, ${now})`,
    `insert into organization_members (org_id, user_id, username, username_key, role, kind, accepted_at, ${stamps})
     values ('${org}', '${userId}', '${name}', '${name}', '${name}', 'user', now(), ${now})`,
  ]),
  `insert into teams (org_id, team_id, name, name_key, ${stamps}) values ('${org}', '${team}', 'Quays', 'quays', ${now})`,
  `insert into projects (org_id, project_id, name, name_key, status, status_rank, priority, priority_rank, team_id,
     visibility, position, ${stamps})
   select '${org}', ${id('P', 'p')}, 'Project ' || p, 'project ' || p, 'in_progress', 1, 'none', 4, '${team}',
     case when p % 10 = 9 then 'private' else 'public' end, p, ${now} from generate_series(0, ${projects - 1}) p`,
  `insert into journeys (org_id, journey_id, project_id, name, color, position, ${stamps})
   select '${org}', ${id('J', 'j')}, ${id('P', `j / ${linesEach}`)}, 'Line ' || j, '#336699', j % ${linesEach}, ${now}
   from generate_series(0, ${projects * linesEach - 1}) j`,
  `insert into stops (org_id, stop_id, project_id, title, title_key, target_date, description, ${stamps})
   select '${org}', ${id('ST', 's')}, ${id('P', `s / ${stopsEach}`)}, 'Stop ' || s, 'stop ' || s, '2027-03-01',
     'What is there once this stop is reached', ${now} from generate_series(0, ${projects * stopsEach - 1}) s`,
  // Every stop lies on one line of its project, every eighth on the next one too.
  `insert into journey_stops (org_id, journey_id, stop_id, position)
   select '${org}', ${id('J', `(s / ${stopsEach}) * ${linesEach} + (s + n) % ${linesEach}`)}, ${id('ST', 's')}, s
   from generate_series(0, ${projects * stopsEach - 1}) s, generate_series(0, 1) n where n = 0 or s % 8 = 0`,
  `insert into milestones (org_id, milestone_id, team_id, title, title_key, target_date, stop_id, ${stamps})
   select '${org}', ${id('MS', 'm')}, '${team}', 'Milestone ' || m, 'milestone ' || m, '2027-03-01',
     ${id('ST', 'm * 10')}, ${now} from generate_series(0, ${milestones - 1}) m`,
  // A milestone's tasks lie in its stop's project, and most of them are filed to that stop themselves.
  `insert into tasks (org_id, task_id, project_id, milestone_id, title, title_key, status, status_rank, priority_rank,
     restricted, ${stamps})
   select '${org}', ${id('T', 't')}, ${id('P', `t / ${stopsEach * tasksEach}`)},
     case when t % ${10 * tasksEach} < ${tasksInMilestone} then ${id('MS', `t / ${10 * tasksEach}`)} end,
     'Task ' || t, 'task ' || t, case when t % 3 = 0 then 'completed' else 'not_started' end, 1, 4, false, ${now}
   from generate_series(0, ${tasks - 1}) t`,
  `insert into stop_tasks (org_id, stop_id, task_id)
   select '${org}', ${id('ST', `t / ${tasksEach}`)}, ${id('T', 't')} from generate_series(0, ${tasks - 1}) t`,
]

async function load(client: Client): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  for (const statement of statements) await client.query(statement)
  await client.query('select recount_tasks()')
  await client.query('vacuum (analyze)')
}

/** The team's roadmap, as those who see all of it and all but five projects, in a database of its own. */
export async function measureRoadmaps(serverUrl: string, how: Rounds): Promise<Row[]> {
  const url = serverUrl.replace(/[^/]*$/, 'bench_roadmap')
  await connected(serverUrl, async (client) => {
    await client.query('drop database if exists bench_roadmap')
    await client.query('create database bench_roadmap')
  })
  migrate(url)
  await connected(url, load)
  const service = await startService(url, { ROLE: 'api' })
  const rows: Row[] = []
  try {
    for (const [name, userId] of Object.entries(people)) {
      const token = await connected(url, (client) =>
        storeToken(client, { org_id: org, user_id: userId }, ['projects:read', 'tasks:read']),
      )
      const requests = [get(`/v1/teams/${team}/roadmap`, { authorization: `Bearer ${token}` })]
      const [found] = await measure([sideOf(service, requests, { connections: fewConnections })], how)
      const size = `${projects} projects, ${projects * stopsEach} stops`
      rows.push({
        tasks,
        id: `roadmap-${name}`,
        name: `a team's roadmap: ${size}, as ${name}`,
        service: found!,
      })
    }
    return rows
  } finally {
    await service.stop()
  }
}
