import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'))

const names = ['blue', 'teal', 'orange', 'purple', 'green', 'pink', 'sky', 'olive', 'violet', 'gray']

test('a new project gets the color that the fewest readable projects have', async () => {
  const first = await createProject(ada, org_id)
  expect([first.color, first.icon]).toEqual(['blue', null])
  expect((await createProject(ada, org_id, { color: 'orange', icon: 'flag' })).color).toBe('orange')
  expect((await createProject(ada, org_id)).color).toBe('teal')
  for (const color of names.slice(3)) expect((await createProject(ada, org_id)).color).toBe(color)
  expect((await createProject(ada, org_id)).color).toBe('blue')
  // A project that the creator cannot read does not count.
  await createProject(ada, org_id, { visibility: 'private', color: 'teal' })
  expect((await createProject(ben, org_id)).color).toBe('teal')
})

test('color and icon are changed, and cleared, and other values are refused', async () => {
  const { project_id } = await createProject(ada, org_id)
  const patch = (body: object) => ada.patch(`/v1/projects/${project_id}`, { body })
  expect(expectStatus(await patch({ color: '#1f6a9e', icon: 'goal' }), 200)).toMatchObject({
    color: '#1f6a9e',
    icon: 'goal',
  })
  expect(expectStatus(await patch({ color: null, icon: null }), 200)).toMatchObject({ color: null, icon: null })
  for (const body of [{ color: 'red;' }, { icon: 'crane' }]) expect((await patch(body)).status).toBe(422)
})
