import { buildBlankTask } from '../../src/resources/work/tasks/rules.ts'
import type { TaskRow } from '../../src/resources/work/tasks/queries/rows.ts'
import { priorities } from '../../src/resources/work/projects/schema.ts'
import { taskStatuses } from '../../src/resources/work/tasks/enums.ts'
import { Random, buildSkewedPicker, buildWeightedPicker } from './random.ts'
import { brackets, buildRareWords, buildSentence, people, rarePair, tags, words } from './vocabulary.ts'

/** The loaded organization; sizes differ only in the number of tasks. */

export const createdAt = '2024-11-01T09:00:00.000Z'

const today = Date.parse('2026-11-20T09:00:00Z')
const day = 86_400_000
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns an id in the service's format: seconds, then random characters. */
export function generateId(random: Random, prefix: string, millis: number): string {
  let text = ''
  let seconds = Math.floor(millis / 1000)
  for (let i = 0; i < 7; i++) {
    text = alphabet[seconds % 32]! + text
    seconds = Math.floor(seconds / 32)
  }
  while (text.length < 16) text += alphabet[random.nextInteger(32)]
  return prefix + text
}

function uugenerateId(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.nextInteger(16).toString(16)).join('')
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
export const orgId = uugenerateId(random)
export const members: Person[] = people.slice(0, 60).map((username, i) => ({
  user_id: uugenerateId(random),
  username,
  role: i === 0 ? 'owner' : i < 3 ? 'admin' : i < 55 ? 'member' : 'guest',
}))
/** An admin, a plain member, and a guest of two projects. */
export const callers = { admin: members[1]!, member: members[10]!, guest: members[57]! }

export const teams: Team[] = Array.from({ length: 10 }, () => ({
  team_id: generateId(random, 'TM', today - 800 * day),
  members: members.filter((person) => person !== callers.guest && random.nextBoolean(0.2)),
}))

/** Forty projects, the first the largest, every sixth private. */
export const projects: Project[] = Array.from({ length: 40 }, (_, i) => ({
  project_id: generateId(random, 'P', today - 790 * day),
  visibility: i % 6 === 5 ? ('private' as const) : ('public' as const),
  team_id: i % 2 === 0 ? teams[i % 10]!.team_id : null,
  members: pickProjectMembers(i),
}))

function pickProjectMembers(i: number): Project['members'] {
  const joining = members.filter((person) => person.role === 'member' && random.nextBoolean(0.15))
  const roles = ['owner', 'editor', 'viewer'] as const
  const others = joining.filter((person) => person !== callers.member)
  const list = others.map((person, n) => ({ person, project_role: roles[n % 3]! }))
  const ownRoles = { 3: 'editor', 7: 'viewer', 11: 'viewer', 20: 'owner' } as const
  const role = ownRoles[i as keyof typeof ownRoles]
  if (role) list.push({ person: callers.member, project_role: role })
  if (i === 2 || i === 30) list.push({ person: callers.guest, project_role: 'viewer' })
  return list
}

/** 125 goals per project; every task of a project belongs to one. */
export const goals = (() => {
  const own = new Random(11)
  return projects.flatMap(({ project_id }) =>
    Array.from({ length: 125 }, () => ({ project_id, goal_id: generateId(own, 'G', today - 780 * day) })),
  )
})()
const goalsByProject = new Map(projects.map((one, i) => [one.project_id, goals.slice(125 * i, 125 * (i + 1))]))

/** The project in which the member creates tasks. */
export const ownProject = projects[3]!
export const rareWords = buildRareWords(100)
/** Number of tasks with a given rare word, the rare pair or the brackets. */
export const RARE_TASKS = 5

const pickWord = buildSkewedPicker(words)
const pickProject = buildSkewedPicker(projects)
const pickPerson = buildSkewedPicker(members.filter((one) => one.role !== 'guest'))
const pickTag = buildSkewedPicker(tags)
const pickStatus = buildWeightedPicker(taskStatuses, [15, 30, 20, 5, 25, 2, 3])
const pickPriority = buildWeightedPicker(priorities, [20, 35, 20, 20, 5])

/** Returns the rare words by task number, distributed over all tasks. */
function distributeRareWords(count: number): Map<number, string> {
  const positions = new Map<number, string>()
  const all = [...rareWords, `w${rarePair}`, `w${brackets}`]
  all.forEach((text, i) => {
    for (let n = 0; n < RARE_TASKS; n++) {
      let position = (i * 7919 + n * Math.floor(count / RARE_TASKS) + 13) % count
      while (positions.has(position)) position = (position + 1) % count
      positions.set(position, text)
    }
  })
  return positions
}

/** Generates the tasks, oldest first. Every member can read a task with a rare word. */
export function* generateTasks(count: number): Generator<TaskRow> {
  const seeded = new Random(count)
  const rareByTask = distributeRareWords(count)
  let parent: TaskRow | null = null
  const pending: TaskRow[] = []
  const lastNumbers = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    const task = generateTask(seeded, i, count, rareByTask.get(i))
    // A parent is yielded after its two subtasks, whose ids it contains.
    if (i % 50 === 0 && i + 10 < count) parent = task
    else if (parent && !rareByTask.has(i)) addSubtask(task, parent)
    task.goal_id = goalsByProject.get(task.project_id ?? '')?.[i % 125]!.goal_id ?? null
    pending.push(task)
    if (parent && parent.sub_tasks.length < 2) continue
    parent = null
    for (const one of pending.splice(0)) {
      if (one.project_id !== null) {
        one.number = (lastNumbers.get(one.project_id) ?? 0) + 1
        lastNumbers.set(one.project_id, one.number)
      }
      yield one
    }
  }
}

function addSubtask(child: TaskRow, parent: TaskRow): void {
  const { project_id, team_id } = parent
  Object.assign(child, { project_id, team_id, parent_task_id: parent.task_id, is_subtask: true })
  unrestrict(child)
  unrestrict(parent)
  parent.sub_tasks.push(child.task_id)
}

const unrestrict = (task: TaskRow) => Object.assign(task, { restricted_to: [], restricted_to_user_ids: [] })
const toIso = (millis: number) => new Date(millis).toISOString()

function generateTask(seeded: Random, i: number, count: number, rareWord: string | undefined): TaskRow {
  const created = today - 730 * day + Math.floor((i * 729 * day) / count)
  const creator = pickPerson(seeded)
  const task = buildBlankTask(orgId, generateId(seeded, 'T', created), creator.username, toIso(created))
  task.updated_at = toIso(created + Math.floor(seeded.next() ** 3 * (today - created)))
  const title = buildSentence(seeded, pickWord, 12 + seeded.nextInteger(50))
  task.title = seeded.nextBoolean(0.3) ? `${title} (#${1000 + seeded.nextInteger(20_000)})` : title
  const length = seeded.nextInteger(801)
  if (length > 0) task.description = buildSentence(seeded, pickWord, length).slice(0, length)
  task.status = pickStatus(seeded)
  task.priority = pickPriority(seeded)
  task.task_type = seeded.nextBoolean(0.8) ? 'task' : seeded.nextBoolean(0.9) ? 'bug' : 'agent'
  if (seeded.nextBoolean(0.8)) task.assignee = pickPerson(seeded).username
  if (seeded.nextBoolean(0.7)) task.due_date = toIso(created + seeded.nextInteger(180) * day).slice(0, 10)
  if (seeded.nextBoolean(0.3)) task.start_date = toIso(created + seeded.nextInteger(20) * day).slice(0, 10)
  task.tags = [...new Set(Array.from({ length: seeded.nextInteger(4) }, () => pickTag(seeded)))]
  assignProject(seeded, task)
  if (rareWord !== undefined) {
    unrestrict(task)
    task.project_id = projects[i % 5]!.project_id
    task.team_id = null
    task.title = `${rareWord} ${task.title}`
  }
  return task
}

/** Puts 19 of 20 tasks into a project and restricts one of fifty of these. */
function assignProject(seeded: Random, task: TaskRow): void {
  if (seeded.nextBoolean(0.05)) {
    if (seeded.nextBoolean(0.5)) task.team_id = teams[seeded.nextInteger(teams.length)]!.team_id
    return
  }
  task.project_id = pickProject(seeded).project_id
  if (!seeded.nextBoolean(0.02)) return
  const allowed = new Set([pickPerson(seeded), pickPerson(seeded)])
  task.restricted_to = [...allowed].map((one) => one.username)
  task.restricted_to_user_ids = [...allowed].map((one) => one.user_id)
}
