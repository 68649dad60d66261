import type { TestApp } from '../support/app.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { insertMembership, createOrganization } from '../support/factories.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type ResponseBody = any

/** Users of one organization by role. */
export const people = {
  owner: 'owns the organization, made everything in it, and is in no project or team',
  admin: 'is an admin of the organization, in no project or team',
  lead: 'is a member; owns the project and the team',
  editor: 'is a member; an editor of the project, a member of the team',
  member: 'is a member, in no project or team',
  viewer: 'is a guest; a viewer of the project',
  guest: 'is a guest, in no project or team',
  outsider: 'owns another organization, and is not in this one',
} as const
export type Person = keyof typeof people

const roles: Partial<Record<Person, 'admin' | 'member' | 'guest'>> = {
  admin: 'admin',
  lead: 'member',
  editor: 'member',
  member: 'member',
  viewer: 'guest',
  guest: 'guest',
}

/** Organization with users, a project and a team, in which every operation can run. */
export interface Fixture extends Record<Person, Client> {
  app: TestApp
  org_id: string
  visibility: 'public' | 'private'
  /** Created on first use. The shared project belongs to the shared team. */
  team(): Promise<ResponseBody>
  project(): Promise<ResponseBody>
  /** Another project with the same members. */
  secondProject(): Promise<ResponseBody>
}

/** Creates the organization `name` and its users; with `private` only members can read its project. */
export async function createFixture(
  app: TestApp,
  name = 'w',
  visibility: 'public' | 'private' = 'public',
): Promise<Fixture> {
  const names = Object.keys(people) as Person[]
  const clientList = await Promise.all(names.map((person) => app.signIn(`${name}-${person}`)))
  const clientByRole = Object.fromEntries(names.map((person, i) => [person, clientList[i]!])) as Record<Person, Client>
  const { org_id } = await createOrganization(clientByRole.owner, { name: `Organization of ${name}` })
  await createOrganization(clientByRole.outsider, { name: `Elsewhere of ${name}` })
  for (const person of names) if (roles[person]) await insertMembership(clientByRole[person], org_id, roles[person])
  const team = memoize(() =>
    create(clientByRole.lead, '/v1/teams', {
      org_id,
      name: 'Shared team',
      member_user_ids: [clientByRole.editor.userId],
    }),
  )
  const createSharedProject = async (values: object) => {
    const row = await create(clientByRole.lead, '/v1/projects', { org_id, visibility, ...values })
    for (const person of ['editor', 'viewer'] as const)
      await create(clientByRole.lead, '/v1/project-members', {
        project_id: row.project_id,
        user_id: clientByRole[person].userId,
        project_role: person,
      })
    return row
  }
  return {
    app,
    org_id,
    visibility,
    ...clientByRole,
    team,
    project: memoize(async () => createSharedProject({ name: 'Shared project', team_id: (await team()).team_id })),
    secondProject: memoize(() => createSharedProject({ name: 'Second project' })),
  }
}

export async function create(
  client: Client,
  path: string,
  body?: object,
  query?: Record<string, string>,
): Promise<ResponseBody> {
  return expectStatus(await client.post(path, { body: body ?? {}, query }), 200, 201)
}

function memoize<T>(create: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => (promise ??= create())
}

let last = 0
export const buildUniqueName = (word: string): string => `${word} ${++last}`
