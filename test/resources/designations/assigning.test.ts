import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Client, type Reply } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'

const app = await startApp()
let ada: Client, ben: Client
let org: string, projectId: string

beforeAll(async () => {
  ;[ada, ben] = await Promise.all([app.signIn('ada'), app.signIn('ben')])
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben)
  projectId = (await createProject(ada, org)).project_id
  const body = { project_id: projectId, user_id: ben.userId, project_role: 'viewer' }
  expectStatus(await ada.post('/v1/project-members', { body }), 200)
})

const createDesignation = async (values: object) =>
  expectStatus(await ada.post('/v1/designations', { body: { org_id: org, ...values } }), 200)
const hide = async (id: string, hidden = true) =>
  expectStatus(await ada.put(`/v1/designations/${id}/visibility`, { query: { org_id: org }, body: { hidden } }), 200)
const assignDesignation = (body: object) => ada.patch(`/v1/organization-members/${ben.userId}/${org}`, { body })
const assignAndRead = async (designation: string) =>
  expectStatus(await assignDesignation({ designation }), 200).designation_id as string

let last = 0
/** Every operation that accepts a designation. */
const receivers: [string, (body: object) => Promise<Reply>][] = [
  ['a member', assignDesignation],
  ['a place in a project', (body) => ada.patch(`/v1/project-members/${ben.userId}/${projectId}`, { body })],
  [
    'an invitation',
    (body) =>
      ada.post('/v1/organization-invites', {
        body: { org_id: org, email: `p${++last}@dev.invalid`, ...body },
      }),
  ],
]

describe.each(receivers)('%s', (_, send) => {
  test('accepts a default designation by label, alias or id, and returns both', async () => {
    for (const body of [
      { designation: 'software ENGINEER' },
      { designation: 'swe' },
      { designation_id: 'D0000000000000304' },
      { designation: 'Developer', designation_id: 'D0000000000000304' },
    ])
      expect(expectStatus(await send(body), 200)).toMatchObject({
        designation: 'Software Engineer',
        designation_id: 'D0000000000000304',
      })
  })

  test('rejects designations that are unknown, deactivated or of another organization', async () => {
    const elsewhere = (await createOrganization(ada)).org_id
    const foreign = await createDesignation({ org_id: elsewhere, label: `Foreign ${++last}` })
    const gone = await createDesignation({ label: `Gone ${last}`, aliases: [`Went ${last}`] })
    expectStatus(await ada.delete(`/v1/designations/${gone.designation_id}`, { query: { org_id: org } }), 200)
    for (const body of [
      { designation: 'Wizard' },
      { designation: foreign.label },
      { designation_id: foreign.designation_id },
      { designation: gone.label },
      { designation: gone.aliases[0] },
      { designation_id: gone.designation_id },
      { designation: 'Tester', designation_id: 'D0000000000000304' },
    ])
      expectStatus(await send(body), 422)
  })
})

describe('an ambiguous name', () => {
  test('matches labels before aliases, then custom before global ones', async () => {
    const global = 'D0000000000000302' // Software Architect, alias Architect
    expect(await assignAndRead('Architect')).toBe(global)
    const byAlias = await createDesignation({ label: 'House Builder', aliases: ['Architect', 'Software Architect'] })
    expect(await assignAndRead('architect')).toBe(byAlias.designation_id)
    expect(await assignAndRead('Software Architect')).toBe(global)
    const byLabel = await createDesignation({ label: 'ARCHITECT' })
    expect(await assignAndRead('architect')).toBe(byLabel.designation_id)
    const own = await createDesignation({ label: 'software architect' })
    expect(await assignAndRead('Software Architect')).toBe(own.designation_id)
  })

  test('matches visible before hidden ones; a hidden one alone still matches', async () => {
    const global = 'D0000000000000203' // Program Manager
    await hide(global)
    expect(await assignAndRead('Program Manager')).toBe(global)
    const own = await createDesignation({ label: 'Conductor', aliases: ['program manager'] })
    expect(await assignAndRead('Program Manager')).toBe(own.designation_id)
    await hide(global, false)
    expect(await assignAndRead('Program Manager')).toBe(global)
  })

  test('matches the older of two aliases', async () => {
    const older = await createDesignation({ label: 'First', aliases: ['Number One'] })
    await createDesignation({ label: 'Second', aliases: ['number one'] })
    expect(await assignAndRead('NUMBER ONE')).toBe(older.designation_id)
  })

  test('never matches a deactivated one', async () => {
    const gone = await createDesignation({ label: 'Winchman' })
    expectStatus(await ada.delete(`/v1/designations/${gone.designation_id}`, { query: { org_id: org } }), 200)
    const successor = await createDesignation({ label: 'Winch Operator', aliases: ['Winchman'] })
    expect(await assignAndRead('winchman')).toBe(successor.designation_id)
  })
})

test('a renamed designation appears under its new label everywhere', async () => {
  const row = await createDesignation({ label: 'Cook' })
  expectStatus(await assignDesignation({ designation: 'Cook' }), 200)
  const query = { org_id: org }
  expectStatus(await ada.patch(`/v1/designations/${row.designation_id}`, { query, body: { label: 'Chef' } }), 200)
  expect((await ada.get(`/v1/organization-members/${ben.userId}/${org}`)).body.designation).toBe('Chef')
  expect((await ada.get(`/v1/organizations/${org}`)).body.designations).toContain('Chef')
  const me = expectStatus(await ben.get('/v1/me'), 200)
  expect(me.organizations.find((one: { org_id: string }) => one.org_id === org).designation).toBe('Chef')
})
