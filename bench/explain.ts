import { writeFileSync } from 'node:fs'
import { Api, pathOf, walkTo } from './api.ts'
import { connected } from './connected.ts'
import type { Machine } from './machine.ts'
import { callers, projects, rare } from './organization.ts'
import { readPlans, seenIn, type Plan } from './plans.ts'
import { startService } from './site.ts'
import { makeTokens, type CallerName } from './tokens.ts'
import { brackets, pairOfIds, rarePair } from './words.ts'

interface Question {
  name: string
  caller: CallerName
  path: string
}

const big = projects[0]!.project_id
const list = (query: Record<string, string>) => pathOf('/v1/tasks', query)

/** What is explained: each path asked as the caller it matters for. */
const questions: Question[] = [
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
  ['search: a word of one in a hundred', 'member', { 'filter[search]': 'harbour' }],
  ['search: two letters of 5 tasks', 'member', { 'filter[search]': rarePair }],
  ['search: two letters of ids', 'member', { 'filter[search]': pairOfIds }],
  ['search: two letters of most tasks', 'member', { 'filter[search]': 'de' }],
  ['search: brackets', 'member', { 'filter[search]': brackets }],
  ['search: nothing, all of it common', 'member', { 'filter[search]': 'deploy deploy deploy' }],
  [
    'search in one project and status',
    'member',
    { 'filter[search]': 'deploy', 'filter[project]': big, 'filter[status]': 'blocked' },
  ],
  ['search in titles', 'member', { 'filter[search]': 'harbour', 'filter[search_fields]': 'title' }],
  ['sort without an index: start_date', 'member', { sort_by: 'start_date' }],
  ['sort without an index: task_type', 'member', { sort_by: 'task_type' }],
  ['sort without an index: project_id', 'member', { sort_by: 'project_id' }],
  ['sort without an index: one project by task_id', 'member', { 'filter[project]': big, sort_by: 'task_id' }],
].map(([name, caller, query]) => ({ name, caller, path: list(query as Record<string, string>) }) as Question)

/** Every statement is told to the server's log with its plan; statements are then kept as the service keeps them. */
const explaining = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
]

/** Asks the service for each of the questions and writes down the plans its own statements got. */
export async function explain(databaseUrl: string, tasks: number, machine: Machine): Promise<void> {
  const tokens = await makeTokens(databaseUrl)
  const options = encodeURIComponent(explaining.map((one) => `-c ${one}`).join(' '))
  const service = await startService(`${databaseUrl}?options=${options}`, [], { DATABASE_POOL: '1' })
  const apiOf = (caller: CallerName) => new Api(`http://127.0.0.1:${service.port}`, tokens[caller])
  try {
    const parts = await connected(databaseUrl, async (client) => {
      const found: string[] = []
      for (const question of [...questions, ...(await deepPages(apiOf('member'), databaseUrl))]) {
        const plans = await readPlans(client, () => askOften(apiOf(question.caller), question.path))
        found.push(partOf(question, plans))
      }
      return found
    })
    writeFileSync('bench/explain.md', documentOf(tasks, machine, parts))
  } finally {
    await service.stop()
  }
}

/** A plan is kept from the sixth time on, if the server thinks it good. Null when it took longer than is allowed. */
async function askOften(api: Api, path: string): Promise<number | null> {
  let took: number | null = 0
  for (let i = 0; i < 8 && took !== null; i++) {
    const start = performance.now()
    took = await api.get(path).then(
      () => performance.now() - start,
      () => null,
    )
  }
  return took
}

async function deepPages(member: Api, _url: string): Promise<Question[]> {
  const sample = (await member.get<{ data: { task_id: string }[] }>('/v1/tasks?limit=1')).body.data[0]!
  const due = {
    'filter[project]': big,
    'filter[status]': 'not_started,in_progress,completed',
    sort_by: 'due_date',
  }
  const places = [
    ['by title, page 1,000', await walkTo(member, { sort_by: 'title' }, 1000)],
    ['one project and three statuses by due date, page 1,000', await walkTo(member, due, 1000)],
  ] as const
  const deep = places.map(([name, { path }]) => ({ name, caller: 'member' as const, path }))
  return [{ name: 'read a task', caller: 'member', path: `/v1/tasks/${sample.task_id}` }, ...deep]
}

function partOf(
  { name, caller, path }: Question,
  { took, plans }: { took: number | null; plans: Plan[] },
): string {
  const shown = path.length > 160 ? `${path.slice(0, 160)}…` : path
  const details = plans.map(
    (plan) =>
      `<details><summary>${plan.title}: ${plan.milliseconds.toFixed(2)} ms. ${seenIn(plan)}</summary>\n\n` +
      `\`\`\`\n${plan.statement}\n\`\`\`\n\n\`\`\`\n${plan.text}\n\`\`\`\n\n</details>`,
  )
  return (
    `## ${name}, as ${caller}\n\n\`GET ${decodeURIComponent(shown)}\`: ${plans.length} statements, ` +
    `${took === null ? '**not answered: over the limit of 5 s**' : `answered in ${took.toFixed(1)} ms`}.\n\n${details.join('\n\n')}`
  )
}

const documentOf = (
  tasks: number,
  machine: Machine,
  parts: string[],
) => `# Plans at ${tasks.toLocaleString('en')} tasks

Generated by \`${machine.command}\` on ${machine.date}, commit ${machine.commit}: the statements that the service itself
sent, told by auto_explain with ANALYZE and BUFFERS, at the eighth time of asking, when a kept plan is in use where one
is. Times are the statement's own, and longer than without the telling. The member does not see five of the forty
projects; the guest (${callers.guest.username}) sees two.

${machine.lines.map((line) => `- ${line}`).join('\n')}

${parts.join('\n\n')}
`
