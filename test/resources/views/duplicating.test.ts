import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import { insertMembership, createOrganization, createProject, addProjectMember } from '../../support/factories.ts'
import { duplicateView, listViewEvents, listViewNames, createView } from './requests.ts'

const app = await startApp()
const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
const [ada, ben] = (await Promise.all(['ada', 'ben'].map((name) => app.signIn(name)))) as [Client, Client]
const rounds = Number(process.env.RACE_ROUNDS ?? 8)

async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const crew = await insertTeam(app, org_id, [ben])
  const { project_id } = await createProject(ada, org_id)
  const ofTeam = { scope_type: 'team', scope_id: crew }
  const ofProject = { scope_type: 'project', scope_id: project_id }
  return { org_id: org_id as string, project_id: project_id as string, ofTeam, ofProject }
}

test('a copy is personal by default, equal to the original, and leaves it unchanged', async () => {
  const { org_id, ofProject, ofTeam } = await setUp()
  const values = { name: 'Board', query: { 'filter[assignee]': 'me' }, display: { layout: 'board' } }
  const original = await createView(ada, org_id, { ...ofProject, ...values })
  const mine = expectStatus(await duplicateView(ben, original), 201)
  expect(mine).toMatchObject({
    ...values,
    name: 'Board (copy)',
    scope_type: 'user',
    scope_id: 'ben',
    created_by: 'ben',
    can_edit: true,
  })
  expect(mine.view_id).not.toBe(original.view_id)
  const crews = expectStatus(await duplicateView(ben, mine, { ...ofTeam, name: 'Crew board' }), 201)
  expect(crews).toMatchObject({ ...values, ...ofTeam, name: 'Crew board' })
  expect(await listViewNames(ben, org_id)).toEqual(['Board', 'Board (copy)', 'Crew board'])
  const emitted = (await listViewEvents(app, org_id)).map((event) => [event.type, event.resource_id])
  expect(emitted).toEqual([
    ['view.created', original.view_id],
    ['view.created', crews.view_id],
  ])
  expect(expectStatus(await ada.get(`/v1/views/${original.view_id}`), 200)).toEqual(original)
})

test('requires read access to the view and edit access to the target', async () => {
  const { org_id, ofProject, ofTeam, project_id } = await setUp()
  const original = await createView(ada, org_id, ofTeam)
  expect((await duplicateView(ben, original, ofProject)).status).toBe(403)
  await addProjectMember(ada, project_id, ben, 'editor')
  expect((await duplicateView(ben, original, ofProject)).status).toBe(201)
  expect((await duplicateView(ben, original, { ...ofProject, scope_id: 'P0000000000000000' })).status).toBe(404)
  expect((await duplicateView(ben, original, { scope_type: 'team' })).status).toBe(422)
  const other = await setUp()
  expect((await duplicateView(ada, original, other.ofProject)).status).toBe(404)
  expect((await duplicateView(ben, await createView(ada, org_id))).status).toBe(404)
  const cards = await createView(ada, org_id, { ...ofTeam, resource: 'project' })
  expect((await duplicateView(ada, cards, ofProject)).status).toBe(422)
  expect((await ada.post(`/v1/views/${cards.view_id}/duplicate`)).status).toBe(201)
})

test('copies get unique names, cut to 120 characters; a given name has to be unique', async () => {
  const { org_id } = await setUp()
  const name = '🦀'.repeat(117) + ' ab'
  const long = await createView(ada, org_id, { name })
  const names = []
  for (let i = 0; i < 11; i++) names.push(expectStatus(await duplicateView(ada, long), 201).name)
  expect(names[0]).toBe(`${'🦀'.repeat(113)} (copy)`)
  expect(names[10]).toBe(`${'🦀'.repeat(110)} (copy 11)`)
  expect(new Set(names).size).toBe(11)
  for (const one of names) expect([...one].length).toBeLessThanOrEqual(120)
  const short = await createView(ada, org_id, { name: 'A' })
  await createView(ada, org_id, { name: 'a (COPY)' })
  expect(expectStatus(await duplicateView(ada, short), 201).name).toBe('A (copy 2)')
  expect((await duplicateView(ada, short, { name: 'a' })).status).toBe(409)
  expect(expectStatus(await duplicateView(ada, short, { name: null, scope_id: null }), 201).name).toBe('A (copy 3)')
})

test('concurrent copies through two servers get unique names', async () => {
  const there = await otherApp.signIn('ada')
  for (let round = 0; round < rounds; round++) {
    const { org_id } = await setUp()
    const original = await createView(ada, org_id, { name: 'A' })
    const replies = await Promise.all([ada, there, ada, there, ada].map((client) => duplicateView(client, original)))
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201, 201])
    expect(replies.map((reply) => reply.body.name).toSorted()).toEqual([
      'A (copy 2)',
      'A (copy 3)',
      'A (copy 4)',
      'A (copy 5)',
      'A (copy)',
    ])
  }
})
