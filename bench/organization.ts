import { buildBlankTask } from '../src/resources/work/tasks/rules.ts'
import type { TaskRow } from '../src/resources/work/tasks/queries/rows.ts'
import { projectPriorities } from '../src/resources/work/projects/schema.ts'
import { taskStatuses } from '../src/resources/work/tasks/attributes.ts'
import { Random, skewed, weighted } from './random.ts'
import { brackets, people, rarePair, rareWords, sentence, tags, words } from './words.ts'

/** The organization that is loaded: the same at every size, but for the number of tasks. */

const today = Date.parse('2026-11-20T09:00:00Z')
const day = 86_400_000
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An id of the service's shape: seconds, then random. */
export function idOf(random: Random, prefix: string, millis: number): string {
  let text = ''
  let seconds = Math.floor(millis / 1000)
  for (let i = 0; i < 7; i++) {
    text = alphabet[seconds % 32]! + text
    seconds = Math.floor(seconds / 32)
  }
  while (text.length < 16) text += alphabet[random.below(32)]
  return prefix + text
}

function uuidOf(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')
  return `01919b3c-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}

export interface Person {
  user_id: string
  username: string
  role: 'owner' | 'admin' | 'member' | 'guest'
}
export interface Project {
  project_id: string
  visibility: 'public' | 'private'
  team_id: string | null
  members: { person: Person; project_role: 'owner' | 'editor' | 'viewer' }[]
}
export interface Team {
  team_id: string
  members: Person[]
}

const random = new Random(42)
export const orgId = uuidOf(random)
export const members: Person[] = people.slice(0, 60).map((username, i) => ({
  user_id: uuidOf(random),
  username,
  role: i === 0 ? 'owner' : i < 3 ? 'admin' : i < 55 ? 'member' : 'guest',
}))
/** Who asks: an admin, who sees everything; a plain member; a guest of two projects. */
export const callers = { admin: members[1]!, member: members[10]!, guest: members[57]! }

export const teams: Team[] = Array.from({ length: 10 }, () => ({
  team_id: idOf(random, 'TM', today - 800 * day),
  members: members.filter((person) => person !== callers.guest && random.chance(0.2)),
}))

/** Forty projects, the first the largest; every sixth private. */
export const projects: Project[] = Array.from({ length: 40 }, (_, i) => ({
  project_id: idOf(random, 'P', today - 790 * day),
  visibility: i % 6 === 5 ? ('private' as const) : ('public' as const),
  team_id: i % 2 === 0 ? teams[i % 10]!.team_id : null,
  members: joined(i),
}))

function joined(i: number): Project['members'] {
  const some = members.filter((person) => person.role === 'member' && random.chance(0.15))
  const roles = ['owner', 'editor', 'viewer'] as const
  const others = some.filter((person) => person !== callers.member)
  const list = others.map((person, n) => ({ person, project_role: roles[n % 3]! }))
  const own = { 3: 'editor', 7: 'viewer', 11: 'viewer', 20: 'owner' } as const
  const role = own[i as keyof typeof own]
  if (role) list.push({ person: callers.member, project_role: role })
  if (i === 2 || i === 30) list.push({ person: callers.guest, project_role: 'viewer' })
  return list
}

/** Five thousand goals, as many in each project; every task of a project is under one of them. */
export const goals = (() => {
  const own = new Random(11)
  return projects.flatMap(({ project_id }) =>
    Array.from({ length: 125 }, () => ({ project_id, goal_id: idOf(own, 'G', today - 780 * day) })),
  )
})()
const goalsIn = new Map(projects.map((one, i) => [one.project_id, goals.slice(125 * i, 125 * (i + 1))]))

/** The member's own project, in which it creates. */
export const ownProject = projects[3]!
export const rare = rareWords(100)
/** How many tasks a rare word, the rare pair and the brackets each stand in. */
export const planted = 5

const word = skewed(words)
const project = skewed(projects)
const person = skewed(members.filter((one) => one.role !== 'guest'))
const tag = skewed(tags)
const status = weighted(taskStatuses, [15, 30, 20, 5, 25, 2, 3])
const priority = weighted(projectPriorities, [20, 35, 20, 20, 5])

/** Where the planted words go: task numbers spread over the organization. */
function plantedWords(count: number): Map<number, string> {
  const places = new Map<number, string>()
  const all = [...rare, `w${rarePair}`, `w${brackets}`]
  all.forEach((text, i) => {
    for (let n = 0; n < planted; n++) {
      let place = (i * 7919 + n * Math.floor(count / planted) + 13) % count
      while (places.has(place)) place = (place + 1) % count
      places.set(place, text)
    }
  })
  return places
}

/** The tasks, oldest first. A task with a planted word is one that every member reads. */
export function* tasksOf(count: number): Generator<TaskRow> {
  const seeded = new Random(count)
  const places = plantedWords(count)
  let parent: TaskRow | null = null
  const held: TaskRow[] = []
  for (let i = 0; i < count; i++) {
    const made = taskAt(seeded, i, count, places.get(i))
    // A parent waits for its two subtasks, whose ids it holds.
    if (i % 50 === 0 && i + 10 < count) parent = made
    else if (parent && !places.has(i)) fileUnder(made, parent)
    made.goal_id = goalsIn.get(made.project_id ?? '')?.[i % 125]!.goal_id ?? null
    held.push(made)
    if (parent && parent.sub_tasks.length < 2) continue
    parent = null
    yield* held.splice(0)
  }
}

function fileUnder(child: TaskRow, parent: TaskRow): void {
  const { project_id, team_id } = parent
  Object.assign(child, { project_id, team_id, parent_task_id: parent.task_id, is_subtask: true })
  open(child)
  open(parent)
  parent.sub_tasks.push(child.task_id)
}

const open = (task: TaskRow) => Object.assign(task, { restricted_to: [], restricted_to_user_ids: [] })
const iso = (millis: number) => new Date(millis).toISOString()

function taskAt(seeded: Random, i: number, count: number, plant: string | undefined): TaskRow {
  const created = today - 730 * day + Math.floor((i * 729 * day) / count)
  const creator = person(seeded)
  const task = buildBlankTask(orgId, idOf(seeded, 'T', created), creator.username, iso(created))
  task.updated_at = iso(created + Math.floor(seeded.next() ** 3 * (today - created)))
  const title = sentence(seeded, word, 12 + seeded.below(50))
  task.title = seeded.chance(0.3) ? `${title} (#${1000 + seeded.below(20_000)})` : title
  const length = seeded.below(801)
  if (length > 0) task.description = sentence(seeded, word, length).slice(0, length)
  task.status = status(seeded)
  task.priority = priority(seeded)
  task.task_type = seeded.chance(0.8) ? 'task' : seeded.chance(0.9) ? 'bug' : 'agent'
  if (seeded.chance(0.8)) task.assignee = person(seeded).username
  if (seeded.chance(0.7)) task.due_date = iso(created + seeded.below(180) * day).slice(0, 10)
  if (seeded.chance(0.3)) task.start_date = iso(created + seeded.below(20) * day).slice(0, 10)
  task.tags = [...new Set(Array.from({ length: seeded.below(4) }, () => tag(seeded)))]
  place(seeded, task)
  if (plant !== undefined) {
    open(task)
    task.project_id = projects[i % 5]!.project_id
    task.team_id = null
    task.title = `${plant} ${task.title}`
  }
  return task
}

/** Nineteen of twenty lie in a project, of which one in fifty is restricted to a few. */
function place(seeded: Random, task: TaskRow): void {
  if (seeded.chance(0.05)) {
    if (seeded.chance(0.5)) task.team_id = teams[seeded.below(teams.length)]!.team_id
    return
  }
  task.project_id = project(seeded).project_id
  if (!seeded.chance(0.02)) return
  const named = new Set([person(seeded), person(seeded)])
  task.restricted_to = [...named].map((one) => one.username)
  task.restricted_to_user_ids = [...named].map((one) => one.user_id)
}
