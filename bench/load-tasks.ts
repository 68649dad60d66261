import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Person } from './person.ts'
import { verify } from './verify-tasks.ts'
import type { WorkItem } from './work-item.ts'

/**
 * Loads work items ({project, title, description, assignee, created, tags}, one a line) through the API of a running
 * server that has its development provider. Every task is created with a key made of its line, so that a load that was
 * cut short is simply run again: what is there is not made twice.
 */

const usage = `node bench/load-tasks.mjs FILE [--url http://127.0.0.1:8080] [--organization NAME] [--stop-after N] [--verify]
  --stop-after N   end at once, like a crash, when N tasks are answered
  --verify         when all is loaded, find tasks again by search and walk every sort order`
const atOnce = 16

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      organization: { type: 'string', default: 'Loaded work' },
      'stop-after': { type: 'string' },
      verify: { type: 'boolean', default: false },
    },
  })
  if (positionals.length !== 1) throw new Error(usage)
  return { ...values, file: positionals[0]!, stopAfter: Number(values['stop-after'] ?? Infinity) }
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)

/** The organization of this name, made when there is none yet. */
async function organizationOf(owner: Person, name: string): Promise<string> {
  const known = await owner.all<{ org_id: string; name: string }>('/v1/organizations')
  const found = known.find((one) => one.name === name)
  if (found) return found.org_id
  return (await owner.send<{ org_id: string }>('POST', '/v1/organizations', { name }, `organization ${name}`))
    .org_id
}

/** Ids of the projects by name; those missing are made. */
async function projectsOf(owner: Person, orgId: string, names: string[]): Promise<Map<string, string>> {
  type Project = { project_id: string; name: string }
  const known = await owner.all<Project>(`/v1/projects/${orgId}`)
  const ids = new Map(known.map((project) => [project.name, project.project_id]))
  for (const name of names) {
    if (ids.has(name)) continue
    const body = { org_id: orgId, name }
    const made = await owner.send<Project>('POST', '/v1/projects', body, `project ${orgId} ${name}`)
    ids.set(name, made.project_id)
  }
  return ids
}

/** Usernames of the assignees, each an active member: those who are not yet are invited, and accept. */
async function membersOf(
  url: string,
  owner: Person,
  orgId: string,
  names: string[],
): Promise<Map<string, string>> {
  const members = await owner.all<{ username: string }>(`/v1/organization-members/${orgId}`)
  const known = new Set(members.map((member) => member.username))
  const usernames = new Map<string, string>()
  for (const name of names) {
    const person = new Person(url, name)
    const { principal } = await person.get<{ principal: { username: string; email: string } }>('/v1/me')
    usernames.set(name, principal.username)
    if (known.has(principal.username)) continue
    const body = { org_id: orgId, email: principal.email, role: 'member' }
    const key = `invite ${orgId} ${name}`
    const invite = await owner.send<{ id: string }>('POST', '/v1/organization-invites', body, key)
    await person.send('PUT', `/v1/organization-invites/${invite.id}/accept`)
  }
  return usernames
}

const unique = <T>(items: (T | null)[]): T[] => [...new Set(items.filter((item) => item !== null))]

const itemsOf = (text: string): WorkItem[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as WorkItem)

/** Where the tasks go, and who is who there. */
interface Place {
  orgId: string
  projects: Map<string, string>
  usernames: Map<string, string>
}

const bodyOf = (item: WorkItem, { orgId, projects, usernames }: Place) => ({
  org_id: orgId,
  project_id: projects.get(item.project),
  title: item.title,
  description: item.description,
  assignee: item.assignee === null ? null : usernames.get(item.assignee),
  start_date: new Date(item.created).toISOString().slice(0, 10),
  tags: item.tags,
})

/** Creates a task for each item, several at once; gives their ids in the order of the items. */
async function loadAll(
  owner: Person,
  items: WorkItem[],
  { mark, stopAfter, ...place }: Place & { mark: string; stopAfter: number },
): Promise<string[]> {
  const begun = performance.now()
  let next = 0
  let answered = 0
  const ids: string[] = []
  const worker = async () => {
    while (next < items.length) {
      const line = next++
      const item = items[line]!
      const body = bodyOf(item, place)
      const made = await owner.send<{ task_id: string }>('POST', '/v1/tasks', body, `${mark}-${line + 1}`)
      ids[line] = made.task_id
      answered += 1
      if (answered === stopAfter) {
        say(`stopped after ${answered} tasks, with more under way`)
        process.exit(3)
      }
      if (answered % 1000 === 0) say(`  ${answered} tasks after ${seconds(begun)} s`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return ids
}

async function main(): Promise<void> {
  const { url, file, organization, stopAfter, verify: wanted } = readArguments()
  const text = readFileSync(file, 'utf8')
  const items = itemsOf(text)
  const owner = new Person(url, 'loader')
  const start = performance.now()
  const orgId = await organizationOf(owner, organization)
  const projects = await projectsOf(owner, orgId, unique(items.map((item) => item.project)))
  const usernames = await membersOf(url, owner, orgId, unique(items.map((item) => item.assignee)))
  say(
    `${organization} (${orgId}): ${projects.size} projects, ${usernames.size} assignees after ${seconds(start)} s`,
  )

  const mark = createHash('sha256').update(`${orgId}\n${text}`).digest('hex').slice(0, 16)
  const begun = performance.now()
  const ids = await loadAll(owner, items, { orgId, projects, usernames, mark, stopAfter })
  const took = (performance.now() - begun) / 1000
  say(
    `${items.length} tasks answered in ${took.toFixed(1)} s (${Math.round(items.length / took)}/s), ${owner.replayed} of them replays`,
  )
  if (new Set(ids).size !== items.length) throw new Error('two lines were answered with the same task')
  if (wanted) await verify(owner, orgId, items, ids, say)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
