/** An in-memory model of tasks: permissions, responses and changes. */

export type Name = 'ada' | 'ben' | 'gil'
const orgRoles: Record<Name, 'owner' | 'member' | 'guest'> = { ada: 'owner', ben: 'member', gil: 'guest' }
export type ProjectKey = 'open' | 'closed' | null
export const projectRoles: Record<'open' | 'closed', Partial<Record<Name, 'owner' | 'editor' | 'viewer'>>> = {
  open: { ada: 'owner', ben: 'editor', gil: 'viewer' },
  closed: { ada: 'owner', ben: 'viewer', gil: 'editor' },
}

export interface ModelTask {
  id: string
  title: string
  status: string
  project: ProjectKey
  assignee: Name | null
  created_by: Name
  updated_by: Name
  restricted: Name[]
  sub_tasks: ModelTask[]
  dependencies: ModelTask[]
  parent: ModelTask | null
  version: number
  deleted: boolean
  /** Event types, without the prefix `task.`. */
  history: string[]
}

export interface Patch {
  title?: string
  status?: string
  assignee?: Name | null
  project?: ProjectKey
  restricted?: Name[]
  sub_tasks?: ModelTask[]
  dependencies?: ModelTask[]
}

const includes = <T>(list: T[], one: T) => list.includes(one)
const isSameSet = <T>(a: T[], b: T[]) => a.length === b.length && a.every((one) => b.includes(one))
const listUnique = <T>(list: T[]) => [...new Set(list)]
const findRole = (user: Name, project: ProjectKey) => (project === null ? undefined : projectRoles[project][user])

export function canRead(user: Name, task: ModelTask): boolean {
  if (task.deleted) return false
  const role = findRole(user, task.project)
  if (orgRoles[user] === 'owner') return true
  if (task.restricted.length > 0 && !includes(task.restricted, user) && role !== 'owner') return false
  if (task.project === null) return task.created_by === user || task.assignee === user
  return role !== undefined || (task.project === 'open' && orgRoles[user] === 'member')
}

const canEditProject = (user: Name, project: ProjectKey) =>
  orgRoles[user] === 'owner' || includes(['owner', 'editor'], findRole(user, project) ?? '')

export const canEdit = (user: Name, task: ModelTask): boolean =>
  task.created_by === user || task.assignee === user || canEditProject(user, task.project)

/** Returns whether every reader of a task can read the other: only then a link between them changes its version. */
function hasSameReaders(task: ModelTask, other: ModelTask): boolean {
  const restrictedMore =
    other.restricted.length > 0 &&
    !(task.restricted.length > 0 && task.restricted.every((user) => includes(other.restricted, user)))
  if (restrictedMore) return false
  if (task.project !== null || other.project !== null) return task.project === other.project
  const people = [other.created_by, other.assignee]
  return [task.created_by, task.assignee ?? task.created_by].every((user) => includes(people, user))
}

const canDelete = (user: Name, task: ModelTask) => task.created_by === user || canEditProject(user, task.project)

class RejectedError extends Error {
  readonly status: number
  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}
const reject = (status: number): never => {
  throw new RejectedError(status)
}

/** Methods return the status; state changes only with 200. */
export class Model {
  tasks: ModelTask[] = []

  get live(): ModelTask[] {
    return this.tasks.filter((task) => !task.deleted)
  }

  create(user: Name, values: Pick<ModelTask, 'title' | 'project' | 'assignee' | 'restricted'>): [number, ModelTask] {
    const task: ModelTask = {
      ...values,
      restricted: listUnique(values.restricted),
      id: '',
      status: 'not_started',
      created_by: user,
      updated_by: user,
      sub_tasks: [],
      dependencies: [],
      parent: null,
      version: 1,
      deleted: false,
      history: ['created'],
    }
    const unrestricted = { ...task, restricted: [] }
    const status = this.#attempt(() => {
      if (task.project === null && orgRoles[user] === 'guest') reject(403)
      if (task.project !== null && !canRead(user, unrestricted)) reject(404)
      if (task.project !== null && !canEditProject(user, task.project)) reject(403)
      if (!canRead(user, task)) reject(403)
      this.tasks.push(task)
    })
    return [status, task]
  }

  update(user: Name, task: ModelTask, patch: Patch): number {
    return this.#attempt(() => {
      this.#requireEdit(user, task, 404)
      this.#change(user, task, patch)
    })
  }

  /** Links visible to the caller stay in place; `other` is added or removed. */
  buildLink(user: Name, task: ModelTask, list: 'sub_tasks' | 'dependencies', other: ModelTask, adds: boolean): number {
    const readable = task[list].filter((one) => canRead(user, one))
    const expected = adds ? [...readable, other] : readable.filter((one) => one !== other)
    return this.update(user, task, { [list]: expected })
  }

  updateInBulk(user: Name, tasks: ModelTask[], patch: Patch): number {
    return this.#attempt(() => {
      for (const task of tasks) if (!canRead(user, task)) reject(422)
      for (const task of tasks) this.#requireEdit(user, task, 422)
      for (const task of tasks) this.#change(user, task, patch)
    })
  }

  remove(user: Name, task: ModelTask): number {
    return this.#attempt(() => {
      if (!canRead(user, task)) reject(404)
      if (!canDelete(user, task)) reject(403)
      const deleted = [task]
      for (let i = 0; i < deleted.length; i++)
        for (const child of deleted[i]!.sub_tasks)
          if (canRead(user, child) && canDelete(user, child)) deleted.push(child)
          else {
            this.#link(user, child, deleted[i]!, { parent: null })
            deleted[i]!.history.push('subtask_removed')
          }
      if (task.parent) {
        this.#link(user, task.parent, task, { sub_tasks: task.parent.sub_tasks.filter((one) => one !== task) })
        task.parent.history.push('subtask_removed')
      }
      for (const one of deleted) {
        one.deleted = true
        one.history.push('deleted')
      }
      for (const one of this.live)
        if (one.dependencies.some((other) => other.deleted)) {
          const remaining = one.dependencies.filter((other) => !other.deleted)
          const reported = one.dependencies.find((other) => other.deleted && hasSameReaders(one, other))
          one.history.push(...one.dependencies.filter((other) => other.deleted).map(() => 'dependency_removed'))
          this.#link(user, one, reported, { dependencies: remaining })
        }
    })
  }

  #touch(user: Name, task: ModelTask, values: Partial<ModelTask>): void {
    Object.assign(task, values, { version: task.version + 1, updated_by: user })
  }

  /** Changes the links to `other`; the version changes if every reader of the task can see it. */
  #link(user: Name, task: ModelTask, other: ModelTask | undefined, values: Partial<ModelTask>): void {
    if (other && hasSameReaders(task, other)) this.#touch(user, task, values)
    else Object.assign(task, values)
  }

  #requireEdit(user: Name, task: ModelTask, statusIfHidden: number): void {
    if (!canRead(user, task)) reject(statusIfHidden)
    if (!canEdit(user, task)) reject(403)
  }

  #change(user: Name, task: ModelTask, patch: Patch): void {
    const expected = { ...task, ...patch, restricted: listUnique(patch.restricted ?? task.restricted) }
    if (expected.project !== task.project) {
      if (expected.project === null && orgRoles[user] === 'guest') reject(403)
      if (expected.project !== null) {
        if (!canRead(user, { ...expected, restricted: [], deleted: false })) reject(422)
        if (!canEditProject(user, expected.project)) reject(403)
      }
    }
    if (!canRead(user, expected)) reject(403)
    const subtasks = this.#compare(user, task.sub_tasks, patch.sub_tasks)
    const dependencies = this.#compare(user, task.dependencies, patch.dependencies)
    for (const child of subtasks.added) if (!canRead(user, child)) reject(422)
    for (const child of subtasks.added) {
      if (!canEdit(user, child)) reject(403)
      if (child.parent) reject(409)
    }
    for (let up: ModelTask | null = task; up; up = up.parent) if (includes(subtasks.added, up)) reject(409)
    for (const other of dependencies.added) if (!canRead(user, other)) reject(422)
    if (dependencies.added.some((other) => this.#waitsFor(other, task))) reject(409)

    const history: string[] = []
    if (expected.project !== task.project) history.push('moved')
    if (!isSameSet(expected.restricted, task.restricted)) history.push('restricted')
    else expected.restricted = task.restricted
    const reported = (['title', 'status', 'assignee'] as const).some((name) => expected[name] !== task[name])
    const opened = {
      sub_tasks: this.#opened(expected, task.sub_tasks, subtasks),
      dependencies: this.#opened(expected, task.dependencies, dependencies),
    }
    const reordered = (subtasks.reordered && opened.sub_tasks) || (dependencies.reordered && opened.dependencies)
    if (reported || reordered) history.push('updated')
    const loud = history.length > 0 || opened.sub_tasks || opened.dependencies
    for (const [name, change] of [
      ['subtask', subtasks],
      ['dependency', dependencies],
    ] as const)
      history.push(...change.added.map(() => `${name}_added`), ...change.removed.map(() => `${name}_removed`))
    for (const child of subtasks.added) this.#link(user, child, task, { parent: task })
    for (const child of subtasks.removed) this.#link(user, child, task, { parent: null })
    const { title, status, assignee, project, restricted } = expected
    const links = { sub_tasks: subtasks.result, dependencies: dependencies.result }
    const values = { title, status, assignee, project, restricted, ...links }
    if (loud) this.#touch(user, task, values)
    else Object.assign(task, values)
    task.history.push(...history)
  }

  #compare(user: Name, stored: ModelTask[], expected: ModelTask[] | undefined) {
    const wanted = expected && listUnique(expected)
    if (!wanted) return { added: [], removed: [], known: [], result: stored, reordered: false }
    const [shown, hidden] = [stored.filter((one) => canRead(user, one)), stored.filter((one) => !canRead(user, one))]
    if (wanted.some((one) => includes(hidden, one))) reject(422)
    const added = wanted.filter((one) => !includes(shown, one))
    const removed = shown.filter((one) => !includes(wanted, one))
    const same = shown.length === wanted.length && shown.every((one, i) => one === wanted[i])
    const reordered = !same && added.length + removed.length === 0
    return { added, removed, known: shown, result: same ? stored : [...wanted, ...hidden], reordered }
  }

  /** Returns whether the links that every reader of the task can see differ, including their order. */
  #opened(
    task: ModelTask,
    stored: ModelTask[],
    change: { added: ModelTask[]; known: ModelTask[]; result: ModelTask[] },
  ): boolean {
    const open = [...change.known, ...change.added].filter((other) => hasSameReaders(task, other))
    const [was, is] = [stored, change.result].map((list) => list.filter((one) => includes(open, one)))
    return was!.length !== is!.length || was!.some((one, i) => one !== is![i])
  }

  #waitsFor(from: ModelTask, target: ModelTask, seen = new Set<ModelTask>()): boolean {
    if (from === target) return true
    if (seen.has(from)) return false
    seen.add(from)
    return from.dependencies.some((next) => this.#waitsFor(next, target, seen))
  }

  /** Runs an action; an error rolls back its changes. */
  #attempt(action: () => void): number {
    const before = this.tasks.map((task) => ({ ...task, history: [...task.history] }))
    try {
      action()
      return 200
    } catch (error) {
      if (!(error instanceof RejectedError)) throw error
      this.tasks.length = before.length
      for (const [i, values] of before.entries()) Object.assign(this.tasks[i]!, values)
      return error.status
    }
  }
}
