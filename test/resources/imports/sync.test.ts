import { PassThrough } from 'node:stream'
import { createArchiveWriter } from '@svc/import/archive'
import { expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const field = { org_id, name: 'Depth', key: 'depth', type: 'number' }
expectStatus(await ada.post('/v1/fields', { body: field }), 200, 201)

type Row = Record<string, unknown>

const people = ['Zoe Quay', 'Yan Pier'].map((name, i) => ({ id: `p${i}`, name }))
const teams = [{ id: 't0', name: 'Crew' }]
const projects = ['Wharf', 'Lock', 'Slip'].map((name, i) => ({ id: `b${i}`, name, team: 't0' }))
const dates = { start_date: '2026-11-16', end_date: '2026-11-29' }
const sprints = [0, 1].map((i) => ({ id: `r${i}`, team: 't0', name: `Sprint ${i}`, ...dates, status: 'completed' }))
const milestones = [0, 1].map((i) => ({ id: `m${i}`, team: 't0', title: `Mile ${i}`, target_date: '2027-01-01' }))
const sections = [
  { id: 's2', scope_type: 'project', scope: 'b0', name: 'Ours' },
  { id: 's0', scope_type: 'project', scope: 'b0', name: 'Deep' },
  { id: 's1', scope_type: 'project', scope: 'b0', name: 'Shallow' },
  ...['This week', 'Next week', 'Crew chose'].map((name, i) => ({
    id: `w${i}`,
    scope_type: 'team',
    scope: 't0',
    name,
  })),
]
const goals = [0, 1].map((i) => ({ id: `g${i}`, project: 'b0', name: `Goal ${i}` }))
const parents = ['above0', 'above1', 'above2'].map((id) => ({ id, project: 'b0', title: id }))

async function importTasks(tasks: Row[], others: Record<string, Row[]> = {}) {
  const output = new PassThrough()
  const chunks: Buffer[] = []
  output.on('data', (chunk: Buffer) => chunks.push(chunk))
  const writer = createArchiveWriter(output)
  for (const [kind, rows] of Object.entries({
    people,
    teams,
    projects,
    sections,
    goals,
    milestones,
    sprints,
    tasks: [...parents, ...tasks],
    ...others,
  }))
    await writer.writeRows(kind as 'tasks', rows as never)
  await writer.finish({ source: 'harbour', created_at: '2026-01-01T00:00:00Z' })
  const body = { import: { org_id, source: 'neutral' }, file: new Upload(Buffer.concat(chunks), 'sync.zip') }
  const { import_id } = expectStatus(await ada.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  const done = expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual(['finished', null])
  return expectStatus(await ada.get(`/v1/imports/${import_id}/report`, { query: { limit: '200' } }), 200).data as Row[]
}

interface Attribute {
  /** Value of the source at the first and the second import. */
  source: [Row, Row]
  /** Local change, as the body of an update of the task or by another request. */
  local: object | ((task: StoredTask) => Promise<unknown>)
  /** Value of the source after the second import, and that of the change, as stored. */
  expected: [unknown, unknown]
  column?: string
}

const PARENT = { source: [{ parent: 'above0' }, { parent: 'above1' }] as [Row, Row], column: 'parent' }
const moveTo =
  (name: string) =>
  async ({ task_id }: StoredTask) => {
    const [section] = await app.sql<{ section_id: string; scope_id: string; scope_type: string }>(
      `SELECT section_id, scope_type, scope_id FROM sections WHERE name = $1`,
      [name],
    )
    return ada.put(`/v1/tasks/${task_id}/section`, { body: section })
  }

const attributes: Record<string, Attribute> = {
  title: { source: [{ title: 'One' }, { title: 'Two' }], local: { title: 'Ours' }, expected: ['Two', 'Ours'] },
  description: {
    source: [{ description: 'One' }, { description: null }],
    local: { description: 'Ours' },
    expected: [null, 'Ours'],
  },
  status: {
    source: [{ status: 'in_progress' }, { status: 'completed' }],
    local: { status: 'backlog' },
    expected: ['completed', 'backlog'],
  },
  priority: {
    source: [{ priority: 'low' }, { priority: 'high' }],
    local: { priority: 'medium' },
    expected: ['high', 'medium'],
  },
  task_type: { source: [{ type: 'task' }, { type: 'agent' }], local: { task_type: 'bug' }, expected: ['agent', 'bug'] },
  type_data: {
    source: [{ type_data: { b: 1, aa: [2] } }, { type_data: { b: 3 } }],
    local: { type_data: { ours: true, b: null, aa: null } },
    expected: [{ b: 3 }, { ours: true }],
  },
  bug_id: {
    source: [
      { type: 'bug', bug_id: 'B1' },
      { type: 'bug', bug_id: 'B2' },
    ],
    local: { bug_id: 'B3' },
    expected: ['B2', 'B3'],
  },
  start_date: {
    source: [{ start_date: '2026-01-01' }, { start_date: '2026-01-02' }],
    local: { start_date: '2026-01-03' },
    expected: ['2026-01-02', '2026-01-03'],
  },
  due_date: {
    source: [{ due_date: '2026-02-01' }, {}],
    local: { due_date: '2026-02-03' },
    expected: [null, '2026-02-03'],
  },
  tags: { source: [{ tags: ['a', 'b'] }, { tags: ['c'] }], local: { tags: ['d'] }, expected: [['c'], ['d']] },
  metadata: {
    source: [{ metadata: [{ zz: 1, a: 2 }] }, { metadata: [{ a: 3 }] }],
    local: { metadata: [{ a: 4 }] },
    expected: [[{ a: 3 }], [{ a: 4 }]],
  },
  'custom.depth': {
    source: [{ custom: { depth: 3 } }, {}],
    local: { custom: { depth: 5 } },
    expected: [null, 5],
    column: 'depth',
  },
  assignee: {
    source: [{ assignee: 'p0' }, { assignee: 'p1' }],
    local: { assignee: 'ada' },
    expected: ['Yan-Pier', 'ada'],
  },
  goal_id: {
    source: [{ goal: 'g0' }, { goal: 'g1' }],
    local: { goal_id: null },
    expected: ['Goal 1', null],
    column: 'goal',
  },
  project_id: {
    source: [{ project: 'b0' }, { project: 'b1' }],
    local: async ({ task_id }) => {
      const [slip] = await app.sql<{ project_id: string }>(`SELECT project_id FROM projects WHERE name = 'Slip'`)
      return ada.patch(`/v1/tasks/${task_id}`, { body: slip })
    },
    expected: ['Lock', 'Slip'],
    column: 'project',
  },
  section_id: {
    source: [{ sections: [{ section: 's0' }] }, { sections: [{ section: 's1' }] }],
    local: moveTo('Ours'),
    expected: ['Shallow', 'Ours'],
    column: 'section',
  },
  sprint_id: {
    source: [{ sprint: 'r0' }, { sprint: 'r1' }],
    local: { sprint_id: null },
    expected: ['Sprint 1', null],
    column: 'sprint',
  },
  milestone_id: {
    source: [{ milestone: 'm0' }, { milestone: 'm1' }],
    local: { milestone_id: null },
    expected: ['Mile 1', null],
    column: 'milestone',
  },
  team_section_id: {
    source: [{ sections: [{ section: 'w0' }] }, { sections: [{ section: 'w1' }] }],
    local: moveTo('Crew chose'),
    expected: ['Next week', 'Crew chose'],
    column: 'team_section',
  },
  parent: {
    ...PARENT,
    local: async ({ task_id, parent_task_id }) => {
      const readChildren = async (id: string): Promise<string[]> =>
        expectStatus(await ada.get(`/v1/tasks/${id}`), 200).sub_tasks
      const others = (await readChildren(parent_task_id!)).filter((id) => id !== task_id)
      await ada.patch(`/v1/tasks/${parent_task_id}`, { body: { sub_tasks: others } })
      const [above] = await app.sql<{ task_id: string }>(`SELECT task_id FROM tasks WHERE title = 'above2'`)
      const sub_tasks = [...(await readChildren(above!.task_id)), task_id]
      return ada.patch(`/v1/tasks/${above!.task_id}`, { body: { sub_tasks } })
    },
    expected: ['above1', 'above2'],
  },
  'parent, removed': {
    source: [{ parent: 'above1' }, {}],
    local: {},
    expected: [null, 'above1'],
    column: 'parent',
  },
}

interface StoredTask extends Row {
  external_id: string
  task_id: string
  parent_task_id: string | null
}

const readTasks = async () =>
  new Map(
    (
      await app.sql<StoredTask>(
        `SELECT x.external_id, t.*, t.start_date::text, t.due_date::text, t.custom -> 'depth' AS depth, g.name AS goal,
           p.name AS project, s.name AS section, u.title AS parent,
           r.name AS sprint, m.title AS milestone, w.name AS team_section
         FROM external_refs x JOIN tasks t ON t.org_id = x.org_id AND t.task_id = x.resource_id
           LEFT JOIN goals g ON g.org_id = x.org_id AND g.goal_id = t.goal_id
           LEFT JOIN projects p ON p.org_id = x.org_id AND p.project_id = t.project_id
           LEFT JOIN tasks u ON u.org_id = x.org_id AND u.task_id = t.parent_task_id
           LEFT JOIN task_sections l ON l.org_id = x.org_id AND l.task_id = t.task_id AND l.scope_id = t.project_id
           LEFT JOIN sections s ON s.org_id = x.org_id AND s.section_id = l.section_id
           LEFT JOIN sprints r ON r.org_id = x.org_id AND r.sprint_id = t.sprint_id
           LEFT JOIN milestones m ON m.org_id = x.org_id AND m.milestone_id = t.milestone_id
           LEFT JOIN task_sections k ON k.org_id = x.org_id AND k.task_id = t.task_id AND k.scope_id = p.team_id
           LEFT JOIN sections w ON w.org_id = x.org_id AND w.section_id = k.section_id
         WHERE x.org_id = $1 AND x.resource_type = 'task'`,
        [org_id],
      )
    ).map((task) => [task.external_id, task]),
  )

/** Another attribute, which the source changes too, with its value then. */
const other = (name: string) => (name === 'priority' ? ['title', 'Two'] : ['priority', 'high'])

const names = Object.keys(attributes)
const scenarios = ['source', 'both', 'local'] as const
type Scenario = (typeof scenarios)[number] | 'removed'
const toRow = (name: string, scenario: Scenario, time: 0 | 1): Row => ({
  id: `${name} ${scenario}`,
  title: 'One',
  project: 'b0',
  ...(!(scenario === 'removed' && time === 1) && attributes[name]!.source[scenario === 'local' ? 0 : time]),
  ...(time === 1 && (scenario === 'both' || scenario === 'local') && { [other(name)[0]!]: other(name)[1] }),
})
const listRows = (time: 0 | 1) =>
  names.flatMap((name) => [...scenarios, 'removed' as const].map((scenario) => toRow(name, scenario, time)))

async function changeHere(): Promise<void> {
  for (const name of names)
    for (const scenario of ['both', 'local']) {
      const task = (await readTasks()).get(`${name} ${scenario}`)!
      const { local } = attributes[name]!
      if (typeof local === 'function') expectStatus((await local(task)) as never, 200)
      else expectStatus(await ada.patch(`/v1/tasks/${task.task_id}`, { body: local }), 200)
    }
}

let synced: Promise<{ tasks: Map<string, StoredTask>; report: Row[]; again: Row[] }> | undefined
const syncOnce = () =>
  (synced ??= (async () => {
    const first = await importTasks(listRows(0))
    expect(first.filter(({ kind }) => kind === 'tasks')).toEqual([])
    await changeHere()
    const report = await importTasks(listRows(1))
    const tasks = await readTasks()
    return { tasks, report, again: await importTasks(listRows(1)) }
  })())

test.each(names.filter((name) => name !== 'parent, removed'))(
  '%s follows its source unless it was changed here',
  async (name) => {
    const { tasks, report, again } = await syncOnce()
    const { expected, column = name } = attributes[name]!
    const read = (scenario: string) => tasks.get(`${name} ${scenario}`)!
    expect(scenarios.map((scenario) => read(scenario)[column] ?? null)).toEqual([expected[0], expected[1], expected[1]])
    // Follows with its other attributes, which were not changed locally.
    const [also, value] = other(name)
    for (const scenario of ['both', 'local']) expect(read(scenario)[also!]).toBe(value)
    const listConflicts = (entries: Row[]) =>
      entries
        .filter(({ external_id }) => String(external_id).startsWith(`${name} `))
        .map((one) => [one.external_id, one.field])
    // The next import says it again, until one of the sides gives in.
    for (const entries of [report, again]) expect(listConflicts(entries)).toEqual([[`${name} both`, name]])
  },
)

/** Values of attributes that a source has no longer; null for others. A task stays in its project. */
const defaults: Row = {
  title: 'One',
  status: 'not_started',
  priority: 'none',
  task_type: 'task',
  tags: [],
  metadata: [],
  project_id: 'Wharf',
}

test.each(names)('%s that the source has no longer is removed here', async (name) => {
  const { tasks } = await syncOnce()
  const { column = name } = attributes[name]!
  expect(tasks.get(`${name} removed`)![column] ?? null).toEqual(defaults[name] ?? null)
})

test('a parent is removed where the source removed it', async () => {
  const { tasks } = await syncOnce()
  expect(tasks.get('parent, removed source')!.parent).toBeNull()
})

test('a parent of which the task is an ancestor here is rejected', async () => {
  const rows = (swapped: boolean) => [
    { id: 'ring 1', title: 'Ring 1', project: 'b0', ...(swapped && { parent: 'ring 2' }) },
    { id: 'ring 2', title: 'Ring 2', project: 'b0' },
  ]
  await importTasks(rows(false))
  const tasks = await readTasks()
  const body = { sub_tasks: [tasks.get('ring 2')!.task_id] }
  expectStatus(await ada.patch(`/v1/tasks/${tasks.get('ring 1')!.task_id}`, { body }), 200)
  const report = await importTasks(rows(true))
  expect(report).toMatchObject([{ external_id: 'ring 1', field: 'parent', outcome: 'rejected' }])
})

test('the same file twice changes no version and emits no event', async () => {
  const rows = names.map((name) => ({ ...toRow(name, 'source', 0), id: `same ${name}` }))
  const more = {
    dependencies: [{ id: 'd', task: rows[0]!.id, depends_on: rows[1]!.id }],
    comments: [{ id: 'c', task: rows[0]!.id, content: 'Ahoy' }],
  }
  const read = async () => ({
    tasks: await app.sql(`SELECT * FROM tasks ORDER BY task_id`),
    comments: await app.sql(`SELECT * FROM task_comments ORDER BY comment_id`),
    sections: await app.sql(`SELECT * FROM task_sections ORDER BY task_id, section_id`),
    events: await app.sql(`SELECT event_id FROM events WHERE type NOT LIKE 'import.%' ORDER BY event_id`),
  })
  await importTasks(rows, more)
  const before = await read()
  await importTasks(rows, more)
  expect(await read()).toEqual(before)
})

test('a comment follows its source unless it was changed here', async () => {
  const tasks = [{ id: 'commented', title: 'One', project: 'b0' }]
  const toComments = (texts: string[]) => ({
    comments: texts.map((content, i) => ({ id: `said ${i}`, task: 'commented', content })),
  })
  await importTasks(tasks, toComments(['One', 'Two', 'Three']))
  const find = async (i: number) =>
    (
      await app.sql<{ comment_id: string; content: string }>(
        `SELECT c.comment_id, c.content FROM task_comments c JOIN external_refs x ON x.org_id = c.org_id AND x.resource_id = c.comment_id
         WHERE c.org_id = $1 AND x.external_id = $2`,
        [org_id, `said ${i}`],
      )
    )[0]!
  for (const i of [1, 2]) {
    const { comment_id } = await find(i)
    expectStatus(await ada.patch(`/v1/task-comments/${comment_id}`, { body: { content: `Ours ${i}` } }), 200)
  }
  const report = await importTasks(tasks, toComments(['First', 'Second', 'Three']))
  expect([(await find(0)).content, (await find(1)).content, (await find(2)).content]).toEqual([
    'First',
    'Ours 1',
    'Ours 2',
  ])
  expect(report).toMatchObject([
    { outcome: 'conflict', kind: 'comments', external_id: 'said 1', field: 'content', value: 'Second' },
  ])
})

test('a dependency that the source adds is added, and one that was removed here stays removed', async () => {
  const tasks = ['needs', 'first', 'second'].map((id) => ({ id: `dep ${id}`, title: id, project: 'b0' }))
  const toDependencies = (ids: string[]) => ({
    dependencies: ids.map((id) => ({ id: `on ${id}`, task: 'dep needs', depends_on: `dep ${id}` })),
  })
  await importTasks(tasks, toDependencies(['first']))
  const stored = (await readTasks()).get('dep needs')!
  expectStatus(await ada.patch(`/v1/tasks/${stored.task_id}`, { body: { dependencies: [] } }), 200)
  await importTasks(tasks, toDependencies(['first', 'second']))
  const { dependencies } = (await readTasks()).get('dep needs')!
  expect(dependencies).toEqual([(await readTasks()).get('dep second')!.task_id])
})

test('two changes of one import that would form a cycle together with a change here are not both made', async () => {
  const rows = (linked: boolean) => [
    { id: 'loop a', title: 'Loop a', project: 'b0', ...(linked && { parent: 'loop b' }) },
    { id: 'loop b', title: 'Loop b', project: 'b0' },
    { id: 'loop c', title: 'Loop c', project: 'b0', ...(linked && { parent: 'loop a' }) },
  ]
  await importTasks(rows(false))
  const tasks = await readTasks()
  const body = { sub_tasks: [tasks.get('loop b')!.task_id] }
  expectStatus(await ada.patch(`/v1/tasks/${tasks.get('loop c')!.task_id}`, { body }), 200)
  const report = await importTasks(rows(true))
  expect(report).toMatchObject([{ external_id: 'loop c', field: 'parent', outcome: 'rejected' }])
  const after = await readTasks()
  expect(['a', 'b', 'c'].map((name) => after.get(`loop ${name}`)!.parent)).toEqual(['Loop b', 'Loop c', null])
})
