/** An in-memory model of tasks: permissions, responses and changes. */

export type Name = 'ada' | 'ben' | 'gil'
const orgRoles: Record<Name, 'owner' | 'member' | 'guest'> = { ada: 'owner', ben: 'member', gil: 'guest' }
export type Place = 'open' | 'closed' | null
export const projectRoles: Record<'open' | 'closed', Partial<Record<Name, 'owner' | 'editor' | 'viewer'>>> = {
  open: { ada: 'owner', ben: 'editor', gil: 'viewer' },
  closed: { ada: 'owner', ben: 'viewer', gil: 'editor' },
}

export interface ModelTask {
  id: string
  title: string
  status: string
  project: Place
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
  project?: Place
  restricted?: Name[]
  sub_tasks?: ModelTask[]
  dependencies?: ModelTask[]
}

const has = <T>(list: T[], one: T) => list.includes(one)
const sameSet = <T>(a: T[], b: T[]) => a.length === b.length && a.every((one) => b.includes(one))
const unique = <T>(list: T[]) => [...new Set(list)]
const roleIn = (who: Name, place: Place) => (place === null ? undefined : projectRoles[place][who])

export function reads(who: Name, task: ModelTask): boolean {
  if (task.deleted) return false
  const role = roleIn(who, task.project)
  if (orgRoles[who] === 'owner') return true
  if (task.restricted.length > 0 && !has(task.restricted, who) && role !== 'owner') return false
  if (task.project === null) return task.created_by === who || task.assignee === who
  return role !== undefined || (task.project === 'open' && orgRoles[who] === 'member')
}

const editsPlace = (who: Name, place: Place) =>
  orgRoles[who] === 'owner' || has(['owner', 'editor'], roleIn(who, place) ?? '')

export const edits = (who: Name, task: ModelTask): boolean =>
  task.created_by === who || task.assignee === who || editsPlace(who, task.project)

/** Returns whether every reader of a task can read the other: only then a link between them changes its version. */
function hasSameReaders(task: ModelTask, other: ModelTask): boolean {
  const restrictedMore =
    other.restricted.length > 0 &&
    !(task.restricted.length > 0 && task.restricted.every((who) => has(other.restricted, who)))
  if (restrictedMore) return false
  if (task.project !== null || other.project !== null) return task.project === other.project
  const people = [other.created_by, other.assignee]
  return [task.created_by, task.assignee ?? task.created_by].every((who) => has(people, who))
}

const deletes = (who: Name, task: ModelTask) => task.created_by === who || editsPlace(who, task.project)

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}
const refuse = (status: number): never => {
  throw new Refused(status)
}

/** Methods return the status; state changes only with 200. */
export class Model {
  tasks: ModelTask[] = []

  get live(): ModelTask[] {
    return this.tasks.filter((task) => !task.deleted)
  }

  create(who: Name, values: Pick<ModelTask, 'title' | 'project' | 'assignee' | 'restricted'>): [number, ModelTask] {
    const task: ModelTask = {
      ...values,
      restricted: unique(values.restricted),
      id: '',
      status: 'not_started',
      created_by: who,
      updated_by: who,
      sub_tasks: [],
      dependencies: [],
      parent: null,
      version: 1,
      deleted: false,
      history: ['created'],
    }
    const place = { ...task, restricted: [] }
    const status = this.#attempt(() => {
      if (task.project === null && orgRoles[who] === 'guest') refuse(403)
      if (task.project !== null && !reads(who, place)) refuse(404)
      if (task.project !== null && !editsPlace(who, task.project)) refuse(403)
      if (!reads(who, task)) refuse(403)
      this.tasks.push(task)
    })
    return [status, task]
  }

  update(who: Name, task: ModelTask, patch: Patch): number {
    return this.#attempt(() => {
      this.#requireEdit(who, task, 404)
      this.#change(who, task, patch)
    })
  }

  /** Links visible to the caller stay in place; `other` is added or removed. */
  link(who: Name, task: ModelTask, list: 'sub_tasks' | 'dependencies', other: ModelTask, adds: boolean): number {
    const shown = task[list].filter((one) => reads(who, one))
    const wanted = adds ? [...shown, other] : shown.filter((one) => one !== other)
    return this.update(who, task, { [list]: wanted })
  }

  bulk(who: Name, tasks: ModelTask[], patch: Patch): number {
    return this.#attempt(() => {
      for (const task of tasks) if (!reads(who, task)) refuse(422)
      for (const task of tasks) this.#requireEdit(who, task, 422)
      for (const task of tasks) this.#change(who, task, patch)
    })
  }

  remove(who: Name, task: ModelTask): number {
    return this.#attempt(() => {
      if (!reads(who, task)) refuse(404)
      if (!deletes(who, task)) refuse(403)
      const doomed = [task]
      for (let i = 0; i < doomed.length; i++)
        for (const child of doomed[i]!.sub_tasks)
          if (reads(who, child) && deletes(who, child)) doomed.push(child)
          else {
            this.#link(who, child, doomed[i]!, { parent: null })
            doomed[i]!.history.push('subtask_removed')
          }
      if (task.parent) {
        this.#link(who, task.parent, task, { sub_tasks: task.parent.sub_tasks.filter((one) => one !== task) })
        task.parent.history.push('subtask_removed')
      }
      for (const one of doomed) {
        one.deleted = true
        one.history.push('deleted')
      }
      for (const one of this.live)
        if (one.dependencies.some((other) => other.deleted)) {
          const left = one.dependencies.filter((other) => !other.deleted)
          const reported = one.dependencies.find((other) => other.deleted && hasSameReaders(one, other))
          one.history.push(...one.dependencies.filter((other) => other.deleted).map(() => 'dependency_removed'))
          this.#link(who, one, reported, { dependencies: left })
        }
    })
  }

  #touch(who: Name, task: ModelTask, values: Partial<ModelTask>): void {
    Object.assign(task, values, { version: task.version + 1, updated_by: who })
  }

  /** Changes the links to `other`; the version changes if every reader of the task can see it. */
  #link(who: Name, task: ModelTask, other: ModelTask | undefined, values: Partial<ModelTask>): void {
    if (other && hasSameReaders(task, other)) this.#touch(who, task, values)
    else Object.assign(task, values)
  }

  #requireEdit(who: Name, task: ModelTask, unseen: number): void {
    if (!reads(who, task)) refuse(unseen)
    if (!edits(who, task)) refuse(403)
  }

  #change(who: Name, task: ModelTask, patch: Patch): void {
    const wanted = { ...task, ...patch, restricted: unique(patch.restricted ?? task.restricted) }
    if (wanted.project !== task.project) {
      if (wanted.project === null && orgRoles[who] === 'guest') refuse(403)
      if (wanted.project !== null) {
        if (!reads(who, { ...wanted, restricted: [], deleted: false })) refuse(422)
        if (!editsPlace(who, wanted.project)) refuse(403)
      }
    }
    if (!reads(who, wanted)) refuse(403)
    const subtasks = this.#compare(who, task.sub_tasks, patch.sub_tasks)
    const dependencies = this.#compare(who, task.dependencies, patch.dependencies)
    for (const child of subtasks.added) if (!reads(who, child)) refuse(422)
    for (const child of subtasks.added) {
      if (!edits(who, child)) refuse(403)
      if (child.parent) refuse(409)
    }
    for (let up: ModelTask | null = task; up; up = up.parent) if (has(subtasks.added, up)) refuse(409)
    for (const other of dependencies.added) if (!reads(who, other)) refuse(422)
    if (dependencies.added.some((other) => this.#waitsFor(other, task))) refuse(409)

    const history: string[] = []
    if (wanted.project !== task.project) history.push('moved')
    if (!sameSet(wanted.restricted, task.restricted)) history.push('restricted')
    else wanted.restricted = task.restricted
    const reported = (['title', 'status', 'assignee'] as const).some((name) => wanted[name] !== task[name])
    const opened = {
      sub_tasks: this.#opened(wanted, task.sub_tasks, subtasks),
      dependencies: this.#opened(wanted, task.dependencies, dependencies),
    }
    const reordered = (subtasks.reordered && opened.sub_tasks) || (dependencies.reordered && opened.dependencies)
    if (reported || reordered) history.push('updated')
    const loud = history.length > 0 || opened.sub_tasks || opened.dependencies
    for (const [name, change] of [
      ['subtask', subtasks],
      ['dependency', dependencies],
    ] as const)
      history.push(...change.added.map(() => `${name}_added`), ...change.removed.map(() => `${name}_removed`))
    for (const child of subtasks.added) this.#link(who, child, task, { parent: task })
    for (const child of subtasks.removed) this.#link(who, child, task, { parent: null })
    const { title, status, assignee, project, restricted } = wanted
    const links = { sub_tasks: subtasks.result, dependencies: dependencies.result }
    const values = { title, status, assignee, project, restricted, ...links }
    if (loud) this.#touch(who, task, values)
    else Object.assign(task, values)
    task.history.push(...history)
  }

  #compare(who: Name, stored: ModelTask[], expected: ModelTask[] | undefined) {
    const wanted = expected && unique(expected)
    if (!wanted) return { added: [], removed: [], known: [], result: stored, reordered: false }
    const [shown, hidden] = [stored.filter((one) => reads(who, one)), stored.filter((one) => !reads(who, one))]
    if (wanted.some((one) => has(hidden, one))) refuse(422)
    const added = wanted.filter((one) => !has(shown, one))
    const removed = shown.filter((one) => !has(wanted, one))
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
    const [was, is] = [stored, change.result].map((list) => list.filter((one) => has(open, one)))
    return was!.length !== is!.length || was!.some((one, i) => one !== is![i])
  }

  #waitsFor(from: ModelTask, target: ModelTask, seen = new Set<ModelTask>()): boolean {
    if (from === target) return true
    if (seen.has(from)) return false
    seen.add(from)
    return from.dependencies.some((next) => this.#waitsFor(next, target, seen))
  }

  /** Runs an action; an error rolls back its changes. */
  #attempt(act: () => void): number {
    const before = this.tasks.map((task) => ({ ...task, history: [...task.history] }))
    try {
      act()
      return 200
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.tasks.length = before.length
      for (const [i, values] of before.entries()) Object.assign(this.tasks[i]!, values)
      return error.status
    }
  }
}
