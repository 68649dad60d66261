import { Svc, tagOf, type SvcProblem } from '@svc/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

let svc: Svc
let project: string
let team: string
let task: string

beforeAll(async () => {
  const app = await startApp()
  const ada = await app.signIn('ada')
  const token = ada.authorization!.slice('Bearer '.length)
  const { org_id: org } = await new Svc({ baseUrl: app.url, token }).organizations.create({ name: 'Harbour' })
  svc = new Svc({ baseUrl: app.url, token, org })
  project = (await svc.projects.create({ name: 'North quay' })).project_id
  team = (await svc.teams.create({ name: 'Cranes' })).team_id
  task = (await svc.tasks.create({ title: 'Grease the crane' })).task_id
})

type Row = { version: number }

/** A kind of resource: how it is created, found in a list and updated. */
interface Kind<T extends Row> {
  create: () => Promise<unknown>
  row: () => Promise<T | undefined>
  update: (row: T, text: string, options?: { overwrite?: boolean }) => Promise<Row>
}

const toKind = <T extends Row>(it: Kind<T>) => it as unknown as Kind<Row>

const kinds: Record<string, Kind<Row>> = {
  task: toKind({
    create: () => svc.tasks.create({ title: 'Lay the keel', project_id: project }),
    row: async () => (await svc.tasks.list({ project_id: project })).data[0],
    update: (row, title, options) => svc.tasks.update(row, { title }, options),
  }),
  'task with some fields': toKind({
    create: () => svc.tasks.create({ title: 'Lay the keel', project_id: project }),
    row: async () => (await svc.tasks.list({ project_id: project, fields: ['title'] })).data[0],
    update: (row, title, options) => svc.tasks.update(row as never, { title }, options),
  }),
  project: toKind({
    create: async () => {},
    row: async () => (await svc.projects.list()).data[0],
    update: (row, name, options) => svc.projects.update(row, { name }, options),
  }),
  team: toKind({
    create: async () => {},
    row: async () => (await svc.teams.list()).data[0],
    update: (row, name, options) => svc.teams.update(row, { name }, options),
  }),
  goal: toKind({
    create: () => svc.goals.create(project, { name: 'Afloat' }),
    row: async () => (await svc.goals.list(project)).data[0],
    update: (row, name, options) => svc.goals.update(row, row, { name }, options),
  }),
  sprint: toKind({
    create: () => svc.sprints.create(team, { name: 'One', start_date: '2026-03-02', duration_weeks: 2 }),
    row: async () => (await svc.sprints.list(team)).data[0],
    update: (row, name, options) => svc.sprints.update(row, row, { name }, options),
  }),
  milestone: toKind({
    create: () => svc.milestones.create(team, { title: 'Launch', target_date: '2026-04-01' }),
    row: async () => (await svc.milestones.list(team)).data[0],
    update: (row, title, options) => svc.milestones.update(row, row, { title }, options),
  }),
  section: toKind({
    create: () => svc.sections.create({ scope_type: 'project', scope_id: project, name: 'Doing' }),
    row: async () => (await svc.sections.list({ scope_type: 'project', scope_id: project }).toArray())[0],
    update: (row, name, options) => svc.sections.update(row, { name }, options),
  }),
  comment: toKind({
    create: () => svc.taskComments.create({ task_id: task, content: 'Done' }),
    row: async () => (await svc.taskComments.list({ task_id: task })).data[0],
    update: (row, content, options) => svc.taskComments.update(row, { content }, options),
  }),
  view: toKind({
    create: () => svc.views.create({ name: 'Mine' }),
    row: async () => (await svc.views.list()).data[0],
    update: (row, name, options) => svc.views.update(row, { name }, options),
  }),
  reminder: toKind({
    create: () => svc.reminders.create(task, { at: '2027-01-01T09:00:00Z' }),
    row: async () => (await svc.reminders.list()).data[0],
    update: (row, note, options) => svc.reminders.update(row, { note }, options),
  }),
  journey: toKind({
    create: () => svc.journeys.create(project, { name: 'Hull' }),
    row: async () => (await svc.roadmap.project(project)).projects[0]?.journeys[0],
    update: (row, name, options) => svc.journeys.update(row, row, { name }, options),
  }),
  stop: toKind({
    create: async () => {
      const { journey_id } = await svc.journeys.create(project, { name: 'Deck' })
      await svc.stops.create(project, { title: 'Plated', journey_ids: [journey_id] })
    },
    row: async () => (await svc.roadmap.project(project)).projects[0]?.journeys.flatMap((one) => one.stops)[0],
    update: (row, title, options) => svc.stops.update(row, row, { title }, options),
  }),
  availability: toKind({
    create: async () => {
      const { principal } = await svc.me.read()
      const days = { start_date: '2026-05-04', end_date: '2026-05-08' }
      await svc.availability.create(team, { user_id: principal.id, ...days })
    },
    row: async () => (await svc.availability.range(team, { from: '2026-05-01', to: '2026-05-31' })).entries[0],
    update: (row, note, options) => svc.availability.update(team, row, { note }, options),
  }),
  token: toKind({
    create: () => svc.tokens.create({ name: 'Build', scopes: ['tasks:read'] }),
    row: async () => (await svc.tokens.list()).data[0],
    update: (row, name, options) => svc.tokens.update(row, { name }, options),
  }),
  designation: toKind({
    create: () => svc.designations.create({ label: 'Welder' }),
    row: async () => (await svc.designations.list().toArray()).find(({ org_id }) => org_id !== null),
    update: (row, label, options) => svc.designations.update(row, { label }, {}, options),
  }),
}

const toRejection = (error: unknown) => (error as SvcProblem).status

describe.each(Object.entries(kinds))('%s', (_, { create, row, update }) => {
  test('updating a row of a list or a copy overwrites no later write, unless requested', async () => {
    await create()
    const shapes: Record<string, (one: Row) => Row> = {
      row: (one) => one,
      copy: (one) => ({ ...one }),
      'parsed copy': (one) => JSON.parse(JSON.stringify(one)) as Row,
    }
    for (const [name, shape] of Object.entries(shapes)) {
      const stale = shape((await row())!)
      await update(shape((await row())!), `${name} first`)
      expect([name, await update(stale, `${name} late`).catch(toRejection)]).toEqual([name, 412])
      await update(stale, `${name} by name`, { overwrite: true })
    }
    const result = await update((await row())!, 'copy of a result')
    await update((await row())!, 'another writes')
    expect(await update({ ...result }, 'late').catch(toRejection)).toBe(412)
  })
})

test('deleting a row of a list is rejected when the task has changed', async () => {
  const { task_id } = await svc.tasks.create({ title: 'Scrap the barge' })
  const [row] = (await svc.tasks.list({ filter: { search: 'barge' } })).data
  await svc.tasks.update(task_id, { title: 'Sell the barge' })
  expect(await svc.tasks.delete(row!).catch(toRejection)).toBe(412)
  await svc.tasks.delete(task_id)
})

test('an object with merged newer values is updated on their version', async () => {
  const state = await svc.tasks.create({ title: 'Paint the hull' })
  Object.assign(state, await svc.tasks.update(state, { title: 'Paint the hull red' }))
  expect(await svc.tasks.update(state, { title: 'Paint the hull blue' })).toMatchObject({ version: 3 })
})

test.each([
  ['a row of a list', { task_id: 'T1', version: 7 }, '"7-"'],
  ['a version of 0', { version: 0 }, '"0-"'],
  ['an object without a version', { task_id: 'T1' }, undefined],
  ['a version that is a text', { version: '1.2.3' }, undefined],
  ['a row that cannot be read', { version: null }, undefined],
])('the tag of %s', (_, data, tag) => expect(tagOf(data)).toBe(tag))

test('`ifClaim` writes only under the claim', async () => {
  const { task_id } = await svc.tasks.create({ title: 'Paint the buoy' })
  const { claim } = await svc.claims.create(task_id, {})
  const { generation } = claim!
  for (const ifClaim of [generation, `${task_id}=${generation}`])
    expect((await svc.tasks.update(task_id, { title: `${ifClaim}` }, { ifClaim })).title).toBe(`${ifClaim}`)
  expect(await svc.tasks.update(task_id, { title: 'x' }, { ifClaim: generation + 1 }).catch(toRejection)).toBe(412)
})

test('`ifMatch` accepts a row and rejects an object without a version', async () => {
  const { task_id } = await svc.tasks.create({ title: 'Move the buoy' })
  const row = (await svc.tasks.list({ filter: { search: 'buoy' } })).data[0]!
  await svc.tasks.update(task_id, { title: 'Move the red buoy' })
  expect(await svc.tasks.update(task_id, { title: 'x' }, { ifMatch: row }).catch(toRejection)).toBe(412)
  await expect(svc.tasks.update(task_id, { title: 'x' }, { ifMatch: {} })).rejects.toThrow(TypeError)
})
