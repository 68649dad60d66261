import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { addMember, createOrganization, createProject } from '../support/factories.ts'

/** List with a filter on names. */
interface List {
  path: string
  /** Name of the exact-match parameter and of the attribute. */
  name: 'name' | 'title' | 'username'
  create: (name: string) => Promise<unknown>
  names: string[]
}

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const createRow = async (path: string, body: object) => expectStatus(await ada.post(path, { body }), 200, 201)
const { project_id } = await createProject(ada, org_id, { name: 'Holder' })
const { team_id } = await createRow('/v1/teams', { org_id, name: 'Holder' })

const names = ['Nord', 'NORD 2', 'nordwest', 'South', 'a%_\\', 'Änne']
const lists: Record<string, List> = {
  projects: {
    path: `/v1/projects/${org_id}?`,
    name: 'name',
    create: (name) => createProject(ada, org_id, { name }),
    names,
  },
  teams: {
    path: `/v1/teams?org_id=${org_id}&`,
    name: 'name',
    create: (name) => createRow('/v1/teams', { org_id, name }),
    names,
  },
  goals: {
    path: `/v1/projects/${project_id}/goals?`,
    name: 'name',
    create: (name) => createRow(`/v1/projects/${project_id}/goals`, { name }),
    names,
  },
  sprints: {
    path: `/v1/teams/${team_id}/sprints?`,
    name: 'name',
    create: (name) => createRow(`/v1/teams/${team_id}/sprints`, { name, start_date: '2027-03-01', duration_weeks: 1 }),
    names,
  },
  milestones: {
    path: `/v1/teams/${team_id}/milestones?`,
    name: 'title',
    create: (title) => createRow(`/v1/teams/${team_id}/milestones`, { title, target_date: '2027-03-01' }),
    names,
  },
  sections: {
    path: `/v1/sections?org_id=${org_id}&scope_type=project&scope_id=${project_id}&`,
    name: 'name',
    create: (name) => createRow('/v1/sections', { org_id, scope_type: 'project', scope_id: project_id, name }),
    names,
  },
  members: {
    path: `/v1/organization-members/${org_id}?`,
    name: 'username',
    create: async (name) => addMember(ada, org_id, await app.signIn(name)),
    names: ['nord', 'nord-2', 'nordwest', 'south'],
  },
}

describe.each(Object.entries(lists))('%s', (_, list) => {
  beforeAll(async () => {
    for (const name of list.names) await list.create(name)
  })

  const findNames = async (query: Record<string, string>, client: Client = ada) => {
    const { data } = expectStatus(await client.get(`${list.path}${new URLSearchParams(query)}`), 200)
    return (data as Record<string, string>[]).map((row) => row[list.name]!).toSorted()
  }
  const pickNames = (...picked: number[]) => picked.map((at) => list.names[at]).toSorted()

  test('finds rows by exact name, case-insensitively', async () => {
    expect(await findNames({ [list.name]: 'nORD' })).toEqual(pickNames(0))
    expect(await findNames({ [list.name]: 'nor' })).toEqual([])
    for (const name of list.names) expect(await findNames({ [list.name]: name.toLowerCase() })).toEqual([name])
  })

  test('finds rows by a part of the name, case-insensitively', async () => {
    expect(await findNames({ search: 'NORD' })).toEqual(pickNames(0, 1, 2))
    expect(await findNames({ search: 'OUT' })).toEqual(pickNames(3))
    expect(await findNames({ search: 'nothing like this' })).toEqual([])
    expect((await findNames({ search: '' })).length).toBeGreaterThanOrEqual(list.names.length)
    if (list.names.includes('a%_\\')) expect(await findNames({ search: '%_\\' })).toEqual(['a%_\\'])
  })
})

test.each(['teams', 'sprints', 'milestones'])('returns the number of matches as total of %s', async (kind) => {
  const { total } = expectStatus(await ada.get(`${lists[kind]!.path}search=nord`), 200)
  expect(total).toBe(3)
})

test('finds projects by id, only those that the caller can read', async () => {
  const hidden = await createProject(ada, org_id, { name: 'Hidden', visibility: 'private' })
  const displayed = await createProject(ada, org_id, { name: 'Shown' })
  const archived = await createProject(ada, org_id, { name: 'Old', status: 'archived' })
  const ids = [hidden, displayed, archived].map((one) => one.project_id as string).join()
  const ben = await addMember(ada, org_id, await app.signIn('ben'))
  const findNames = async (client: Client, more = '') =>
    expectStatus(await client.get(`/v1/projects/${org_id}?ids=${ids}${more}`), 200)
      .data.map(({ name }: { name: string }) => name)
      .toSorted()
  expect(await findNames(ada)).toEqual(['Hidden', 'Shown'])
  expect(await findNames(ada, '&show_all=true')).toEqual(['Hidden', 'Old', 'Shown'])
  expect(await findNames(ben)).toEqual(['Shown'])
  const many = Array.from({ length: 201 }, (_, at) => `P${at}`).join()
  expectStatus(await ada.get(`/v1/projects/${org_id}?ids=${many}`), 422)
})
