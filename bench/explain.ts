import { mkdirSync, writeFileSync } from 'node:fs'
import { walkTo, type Api } from './api.ts'
import { explained } from './explained.ts'
import { explainLedger } from './explain-ledger.ts'
import type { Machine } from './machine.ts'
import { callers } from './organization.ts'
import { readPlans, seenIn, type Plan } from './plans.ts'
import { big, questions, type Question } from './questions.ts'

/** What is explained: what people ask for, and what the service asks of the ledger by itself. */
export interface Parts {
  questions: boolean
  ledger: boolean
}

/**
 * Writes down the plans that the service's own statements get: all of them into `.svc`, and, where both parts are asked
 * for, into bench/explain.md a table of one page for each part with the dearest statements.
 */
export async function explain(
  databaseUrl: string,
  tasks: number,
  machine: Machine,
  { questions: questioning, ledger: following }: Parts,
): Promise<void> {
  const asked = questioning ? await askAll(databaseUrl) : []
  const ledger = following ? await explainLedger(databaseUrl, tasks) : undefined
  const ledgerTable = ledger ? [ledgerHead, ledger.table] : []
  const tables = [headOf(tasks, machine), `${tableHead}\n${asked.map(rowOf).join('\n')}`, ...ledgerTable]
  const page = `${tables.join('\n\n')}\n`
  if (questioning && following) writeFileSync('bench/explain.md', page)
  mkdirSync('.svc', { recursive: true })
  const details = [...asked.map(partOf), ...(ledger ? [ledger.details] : [])]
  writeFileSync('.svc/explain.md', `${page}\n${details.join('\n\n')}\n`)
}

/** Asks the service for each of the questions. */
const askAll = (databaseUrl: string): Promise<Asked[]> =>
  explained(databaseUrl, async (apiOf, client) => {
    const found: Asked[] = []
    for (const question of [...questions, ...(await furtherQuestions(apiOf('member')))]) {
      const { took, plans } = await readPlans(client, () => askOften(apiOf(question.caller), question.path))
      found.push({ question, took, plans })
    }
    return found
  })

/**
 * How many statements the service sends for each of these paths, asked as the member; undefined where the server writes
 * its log to somewhere else.
 */
export function countStatements(databaseUrl: string, paths: string[]): Promise<number[] | undefined> {
  return explained(databaseUrl, async (apiOf, client) => {
    const counts: number[] = []
    for (const path of paths) {
      const { plans } = await readPlans(client, () => askOften(apiOf('member'), path))
      counts.push(plans.length)
    }
    return counts.every((count) => count > 0) ? counts : undefined
  })
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

const ledgerHead = `Then the ledger has three events for each task, one in a thousand of them of another, small organization, and all of them
lie after the cursors that are come with. Of what the service asks by itself or for several people at once the slowest
statement of each kind:`

/** One task, and deep pages, whose places are found by walking. */
async function furtherQuestions(member: Api): Promise<Question[]> {
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

/** A question with what came of it. */
interface Asked {
  question: Question
  /** Milliseconds; null when it was not answered within the limit. */
  took: number | null
  plans: Plan[]
}

const tableHead = `| Question | As | Answered in | Statements | The dearest of them |
| --- | --- | ---: | ---: | --- |`

function rowOf({ question: { name, caller }, took, plans }: Asked): string {
  const [dearest] = plans.toSorted((a, b) => b.milliseconds - a.milliseconds)
  const told = dearest
    ? `${dearest.title}, ${dearest.milliseconds.toFixed(2)} ms. ${seenIn(dearest)}`
    : 'none'
  const answered = took === null ? 'not within 5 s' : `${took.toFixed(1)} ms`
  return `| ${name} | ${caller} | ${answered} | ${plans.length} | ${told} |`
}

function partOf({ question: { name, caller, path }, took, plans }: Asked): string {
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

const headOf = (tasks: number, machine: Machine) => `# Plans at ${tasks.toLocaleString('en')} tasks

Generated by \`${machine.command}\` on ${machine.date}, commit ${machine.commit}: the statements that the service itself
sent, told by auto_explain with ANALYZE and BUFFERS, at the eighth time of asking, when a kept plan is in use where one
is. Times are the statement's own, and longer than without the telling. The member does not see five of the forty
projects; the guest (${callers.guest.username}) sees two. A run writes every statement with its plan to .svc/explain.md.

${machine.lines.map((line) => `- ${line}`).join('\n')}`
