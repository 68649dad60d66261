import { pathOf } from './api.ts'
import { callers, orgId, projects, rare, teams } from './organization.ts'
import { overviews } from './cases/overviews.ts'
import { sectionAt } from './sections.ts'
import type { CallerName } from './tokens.ts'
import { brackets, pairOfIds, rarePair } from './words.ts'

/** A read whose plans are written down. */
export interface Question {
  name: string
  caller: CallerName
  path: string
}

export const big = projects[0]!.project_id
const lane = sectionAt(callers.member.username, 2)
const list = (query: Record<string, string>) => pathOf('/v1/tasks', query)

/** What is explained: each path asked as the caller it matters for. */
export const questions: Question[] = [
  ['list by title', 'member', { sort_by: 'title' }],
  ['list by title', 'admin', { sort_by: 'title' }],
  ['list by title', 'guest', { sort_by: 'title' }],
  ['list by title, descending', 'member', { sort_by: 'title', sort_order: 'desc' }],
  ['list by due date', 'member', { sort_by: 'due_date' }],
  ['list by due date', 'guest', { sort_by: 'due_date' }],
  ['list by due date, descending', 'member', { sort_by: 'due_date', sort_order: 'desc' }],
  ['list by creation, newest first', 'member', { sort_by: 'created_at', sort_order: 'desc' }],
  ['list by status', 'member', { sort_by: 'status' }],
  ['list by priority', 'member', { sort_by: 'priority' }],
  ['list by assignee', 'member', { sort_by: 'assignee' }],
  ['one project by title', 'member', { 'filter[project]': big }],
  [
    'one project and two statuses by due date',
    'member',
    { 'filter[project]': big, 'filter[status]': 'not_started,in_progress', sort_by: 'due_date' },
  ],
  [
    'a small project by due date',
    'member',
    { 'filter[project]': projects[37]!.project_id, sort_by: 'due_date' },
  ],
  ['a rare status by title', 'member', { 'filter[status]': 'archived' }],
  ['my tasks by title', 'member', { 'filter[assignee]': 'me' }],
  [
    'my open tasks by due date',
    'member',
    { 'filter[assignee]': 'me', 'filter[status]': 'in_progress', sort_by: 'due_date' },
  ],
  ['a frequent tag by title', 'member', { 'filter[tags]': 'bug' }],
  ['a seldom tag by title', 'member', { 'filter[tags]': 'area-250' }],
  ['an unknown tag', 'member', { 'filter[tags]': 'unheard-of' }],
  ['changed in the last days, by title', 'member', { 'filter[updated_after]': '2026-11-18' }],
  ['changed in the last year, by title', 'member', { 'filter[updated_after]': '2025-11-18' }],
  ['overdue, by due date', 'member', { 'filter[overdue]': 'true', sort_by: 'due_date' }],
  ['unfiled tasks', 'member', { 'filter[project]': '__unfiled__' }],
  ['tasks of a team', 'member', { 'filter[team]': projects[0]!.team_id! }],
  ['search: a word of 5 tasks', 'member', { 'filter[search]': rare[7]! }],
  ['search: a word of 5 tasks', 'guest', { 'filter[search]': rare[7]! }],
  ['search: a word of many tasks', 'member', { 'filter[search]': 'deploy' }],
  ['search: a word of many tasks', 'guest', { 'filter[search]': 'deploy' }],
  [
    'search: a word of many tasks, by due date',
    'member',
    { 'filter[search]': 'deploy', sort_by: 'due_date' },
  ],
  ['search: a word of one in twenty', 'member', { 'filter[search]': 'harbour' }],
  ['search: a word of one in twenty', 'guest', { 'filter[search]': 'harbour' }],
  [
    'search: a word of one in twenty, by due date',
    'member',
    { 'filter[search]': 'harbour', sort_by: 'due_date' },
  ],
  ['search: two letters of 5 tasks', 'member', { 'filter[search]': rarePair }],
  ['search: two letters of ids', 'member', { 'filter[search]': pairOfIds }],
  ['search: two letters of ids', 'guest', { 'filter[search]': pairOfIds }],
  [
    'search: two letters of ids in a project',
    'member',
    { 'filter[search]': pairOfIds, 'filter[project]': big },
  ],
  ['search: two letters of most tasks', 'member', { 'filter[search]': 'de' }],
  ['search: brackets', 'member', { 'filter[search]': brackets }],
  ['search: nothing, all of it common', 'member', { 'filter[search]': 'deploy deploy deploy' }],
  [
    'search in one project and status',
    'member',
    { 'filter[search]': 'deploy', 'filter[project]': big, 'filter[status]': 'blocked' },
  ],
  ['search in titles', 'member', { 'filter[search]': 'harbour', 'filter[search_fields]': 'title' }],
  ['with the sections of each task’s own', 'member', { section_scope: 'own' }],
  ['with my lanes, by due date', 'member', { section_scope: 'user:me', sort_by: 'due_date' }],
  ['one project with its sections', 'member', { 'filter[project]': big, section_scope: `project:${big}` }],
  ['one section of it', 'member', { 'filter[section]': sectionAt(big, 3), section_scope: `project:${big}` }],
  ['one section of it', 'guest', { 'filter[section]': sectionAt(projects[2]!.project_id, 3) }],
  [
    'one project, what lies in no section of it',
    'member',
    { 'filter[project]': big, 'filter[section]': '__none__', section_scope: `project:${big}` },
  ],
  ['what lies in no section at all', 'member', { 'filter[section]': '__none__' }],
  [
    'a lane of mine, by due date',
    'member',
    { 'filter[section]': lane, section_scope: 'user:me', sort_by: 'due_date' },
  ],
  ['list by start date', 'member', { sort_by: 'start_date' }],
  ['list by start date, descending', 'member', { sort_by: 'start_date', sort_order: 'desc' }],
  ['list by type', 'member', { sort_by: 'task_type' }],
  ['list by type', 'guest', { sort_by: 'task_type' }],
  ['sort without an index: project_id', 'member', { sort_by: 'project_id' }],
  ['sort without an index: one project by task_id', 'member', { 'filter[project]': big, sort_by: 'task_id' }],
].map(([name, caller, query]) => ({ name, caller, path: list(query as Record<string, string>) }) as Question)

/** What the console's first screen, its groups and its jumps ask. */
const ofConsole: [string, string, Record<string, string>][] = [
  ['light rows of all, by due date', '', { fields: 'title,status,assignee,due_date', sort_by: 'due_date' }],
  [
    'light rows of all, from the middle',
    '',
    { fields: 'title,status', sort_by: 'due_date', offset: '50000' },
  ],
  [
    'light rows of one project, from far on',
    '',
    { 'filter[project]': big, fields: 'title', offset: '10000' },
  ],
  ['deleted tasks', '', { 'filter[deleted]': 'true' }],
  ['how many there are', '/count', {}],
  ['how many, by status', '/count', { group_by: 'status' }],
  ['how many, by assignee', '/count', { group_by: 'assignee' }],
  ['how many of one project, by section', '/count', { 'filter[project]': big, group_by: 'section' }],
  ['how many of one project, by goal', '/count', { 'filter[project]': big, group_by: 'goal' }],
  ['how many that a word is in', '/count', { 'filter[search]': 'harbour' }],
]
for (const caller of ['admin', 'member', 'guest'] as const)
  for (const [name, path, query] of ofConsole)
    questions.push({ name, caller, path: pathOf(`/v1/tasks${path}`, { org_id: orgId, ...query }) })

/** Sections with their tasks counted: of every project, of every team, and one's own. */
const counted: [string, string, Record<string, string>][] = [
  ['sections of all teams', '', { scope_type: 'team', scope_ids: teams.map((one) => one.team_id).join() }],
  ['my lanes', '/mine', {}],
]
for (const [name, path, query] of counted)
  questions.push({ name, caller: 'member', path: pathOf(`/v1/sections${path}`, { org_id: orgId, ...query }) })
for (const caller of ['admin', 'member'] as const)
  questions.push({
    name: 'statistics of the largest project',
    caller,
    path: `/v1/project-stats/${big}/stats`,
  })
for (const { name, path, callers } of overviews)
  for (const caller of callers) questions.push({ name, caller, path })
