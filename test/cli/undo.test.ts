import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { addMember, createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { createRunner, createHome } from './run.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben, 'admin')
const home = createHome()
const file = join(home, 'plan.txt')
writeFileSync(file, 'Steps')
const svc = createRunner(home, {
  SVC_URL: app.url,
  SVC_TOKEN: (await createTokenClient(ada, org_id)).authorization!.slice('Bearer '.length),
  SVC_ORG: org_id,
})

const make = async (path: string, body: object) => {
  const { status, body: created } = await ada.post(path, { body })
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(created)}`)
  return created
}
const readTask = async (id: string) => (await ada.get(`/v1/tasks/${id}`)).body

/** Returns the fields that users set, and the sections of the task. */
async function loadState(id: string) {
  const { status, body } = await ada.get(`/v1/tasks/${id}`)
  if (status === 404) return 'deleted'
  const { version: _version, updated_at: _at, updated_by: _by, ...state } = body
  const scopes = [`project:${containers.quay}`, `team:${containers.team}`]
  const sections = await Promise.all(
    scopes.map(async (section_scope) => {
      const query = { org_id, section_scope, 'filter[id]': id }
      const { data } = expectStatus(await ada.get('/v1/tasks', { query }), 200)
      return [data[0].section_id, data[0].section_position]
    }),
  )
  return { ...state, sections }
}

let containers: { quay: string; other: string; team: string; sprint: string; milestone: string; goal: string }
let lanes: { quay: string; team: string }

beforeAll(async () => {
  const { team_id: team } = await make('/v1/teams', { org_id, name: 'Riggers' })
  const { project_id: quay } = await createProject(ada, org_id, { name: 'North quay', team_id: team })
  const { project_id: other } = await createProject(ada, org_id, { name: 'South quay' })
  const days = { start_date: '2027-01-04', end_date: '2027-01-15' }
  const { sprint_id: sprint } = await make(`/v1/teams/${team}/sprints`, { name: 'First', ...days })
  const { milestone_id: milestone } = await make(`/v1/teams/${team}/milestones`, {
    title: 'Launch',
    target_date: '2027-02-01',
  })
  const { goal_id: goal } = await make(`/v1/projects/${quay}/goals`, { name: 'Safe' })
  containers = { quay, other, team, sprint, milestone, goal }
  const createLane = async (scope_type: string, scope_id: string) =>
    (await make('/v1/sections', { org_id, scope_type, scope_id, name: 'Next' })).section_id
  lanes = { quay: await createLane('project', quay), team: await createLane('team', team) }
})

/** Creates a task with everything that a move removes. */
async function createAssignedTask(title: string): Promise<string> {
  const { quay, sprint, milestone, goal, team } = containers
  const assignment = { project_id: quay, sprint_id: sprint, milestone_id: milestone, goal_id: goal }
  const { task_id } = await createTask(ada, org_id, { title, ...assignment })
  for (const [scope_type, scope_id, section_id] of [
    ['project', quay, lanes.quay],
    ['team', team, lanes.team],
  ])
    await ada.put(`/v1/tasks/${task_id}/section`, { body: { scope_type, scope_id, section_id } })
  return task_id
}

const commands: [command: string, args: string[]][] = [
  ['tasks start', []],
  ['tasks done', []],
  ['tasks assign', ['--to', 'ben']],
  ['tasks move', ['--to', 'South-quay']],
  ['tasks move', ['--to', 'none']],
  ['tasks delete', []],
  ['tasks edit', ['--set', 'priority=high', '--set', 'tags+=a', '--set', 'due=2027-02-01', '--set', 'title=New']],
  ['tasks edit', ['--set', 'goal=none', '--set', 'sprint=none', '--set', 'milestone=none']],
  ['tasks edit', ['--set', 'project=South-quay', '--set', 'status=blocked']],
]

describe('svc undo', () => {
  test.each(commands)('undoes %s %j on one task and on many', async (command, args) => {
    const ids = [await createAssignedTask('One'), await createAssignedTask('Two'), await createAssignedTask('Three')]
    const before = await Promise.all(ids.map(loadState))
    for (const some of [ids.slice(0, 1), ids.slice(1)]) {
      const done = await svc(command, [...some, ...args])
      expect(done).toMatchObject({ code: 0 })
      for (const [index, id] of ids.entries())
        if (some.includes(id)) expect(await loadState(id)).not.toEqual(before[index])
      expect(await svc('undo')).toMatchObject({ code: 0, err: '' })
      expect(await Promise.all(ids.map(loadState))).toEqual(before)
    }
  })

  test(
    'undoes many changes of one task, one at a time, back to the deletion of what was added',
    { timeout: 180_000 },
    async () => {
      const { task_id: id } = (await svc('add', ['Splice rope +North-quay', '--json'])).json
      const states: unknown[] = [await loadState(id)]
      const steps: string[][] = [
        ['tasks start', id],
        ['tasks edit', id, '--set', 'title=Splice hawser', '--set', `goal=${containers.goal}`],
        ['tasks move', id, '--to', 'South-quay'],
        ['tasks delete', id],
        ['tasks restore', id],
        ['tasks done', id],
        ['tasks reopen', id],
        ['tasks assign', id, '--to', 'ben'],
      ]
      for (const [command, ...args] of steps) {
        expect(await svc(command!, args)).toMatchObject({ code: 0 })
        states.push(await loadState(id))
      }
      const listed = (await svc('undo', ['--list', '--json'])).json as { what: string }[]
      expect(listed.slice(0, 9).map(({ what }) => what)).toEqual(
        ['Assigned', 'Reopened', 'Completed', 'Restored', 'Deleted', 'Moved', 'Changed', 'Started', 'Added'].map(
          (verb) => `${verb} ${id}`,
        ),
      )
      for (const state of states.slice(0, -1).reverse()) {
        expect(await svc('undo')).toMatchObject({ code: 0, err: '' })
        expect(await loadState(id)).toEqual(state)
      }
      expect((await svc('undo')).out).toBe(`Undone: Added ${id}\n`)
      expect(await loadState(id)).toBe('deleted')
      expect((await svc('undo', ['--list'])).out).not.toContain(id)
    },
  )

  test('undoes comments and files before changes of the task', async () => {
    const { task_id: id } = await createTask(ada, org_id, { title: 'Talked of' })
    const countListed = async (path: string) =>
      expectStatus(await ada.get(path, { query: { task_id: id } }), 200).data.length
    await svc('tasks start', [id])
    await svc('tasks comment', [id, 'A mistake'])
    await svc('tasks attach', [id, file, file])
    expect([await countListed('/v1/task-comments'), await countListed('/v1/task-attachments')]).toEqual([1, 2])
    expect((await svc('undo')).out).toBe(`Undone: Attached 2 files to ${id}\n`)
    expect([await countListed('/v1/task-comments'), await countListed('/v1/task-attachments')]).toEqual([1, 0])
    expect((await svc('undo')).out).toBe(`Undone: Commented on ${id}\n`)
    expect([await countListed('/v1/task-comments'), await readTask(id)]).toMatchObject([0, { status: 'in_progress' }])
    expect((await svc('undo')).out).toBe(`Undone: Started ${id}\n`)
    expect(await readTask(id)).toMatchObject({ status: 'not_started' })
  })

  test('leaves what someone else has changed since, and names them', async () => {
    const { task_id: id } = await createTask(ada, org_id, { title: 'Changed by two' })
    await svc('tasks start', [id])
    await svc('tasks edit', [id, '--set', 'priority=high'])
    await ben.patch(`/v1/tasks/${id}`, { body: { title: 'Changed by ben' } })
    const late = await svc('undo')
    expect(late.code).toBe(5)
    expect(late.err).toContain(`${id}  Changed by two: ben has changed it since`)
    expect(await readTask(id)).toMatchObject({ title: 'Changed by ben', priority: 'high' })
  })

  test('names what it cannot restore, and restores the rest', async () => {
    const id = await createAssignedTask('Loses its goal')
    const { goal_id } = await make(`/v1/projects/${containers.quay}/goals`, { name: 'Short' })
    await svc('tasks edit', [id, '--set', `goal=${goal_id}`])
    await svc('tasks move', [id, '--to', 'South-quay'])
    expectStatus(await ada.delete(`/v1/projects/${containers.quay}/goals/${goal_id}`), 200)
    const undone = await svc('undo')
    expect(undone.code).toBe(5)
    expect(undone.err).toContain(`${id}  Loses its goal: goal_id was not restored: `)
    const { quay, sprint } = containers
    expect(await readTask(id)).toMatchObject({ project_id: quay, sprint_id: sprint, goal_id: null })
    expect((await svc('undo', ['--list'])).out).not.toContain(`Moved ${id}`)
  })

  test('undoes what it can of a bulk change', async () => {
    const ids = await Promise.all(
      ['One', 'Two', 'Three'].map(async (title) => (await createTask(ada, org_id, { title, tags: ['many'] })).task_id),
    )
    await svc('tasks edit', ['--filter', 'tag=many', '--set', 'status=on_hold', '--set', 'tags-=many', '--yes'])
    await ben.post('/v1/task-comments', { body: { task_id: ids[1], content: 'No change of the task' } })
    await ben.patch(`/v1/tasks/${ids[2]}`, { body: { priority: 'critical' } })
    const undone = await svc('undo')
    expect(undone.code).toBe(5)
    expect(undone.err).toContain('Undone in part, 2 of 3 (see above): Changed 3 tasks')
    const states = await Promise.all(ids.map(async (id) => (await readTask(id)).status))
    expect(states).toEqual(['not_started', 'not_started', 'on_hold'])
  })
})
