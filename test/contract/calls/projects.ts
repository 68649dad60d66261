import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'
import { createReferences, insertMember, createProject, createTask } from './create.ts'

const toPrepared = ({ project_id }: { project_id: string }): Prepared => ({
  params: { project_id, org_or_project_id: project_id },
})
const prepareSharedProject = async (fixture: Fixture): Promise<Prepared> => toPrepared(await fixture.project())
const prepareNewProject = async (fixture: Fixture): Promise<Prepared> => toPrepared(await createProject(fixture))

async function addMember(fixture: Fixture): Promise<Prepared> {
  const { project_id } = await fixture.project()
  const { user_id } = await insertMember(fixture)
  await create(fixture.owner, '/v1/project-members', { project_id, user_id, project_role: 'viewer' })
  return { params: { user_id, project_id } }
}

const toEditor = async (fixture: Fixture): Promise<Prepared> => ({
  ...(await addMember(fixture)),
  body: { project_role: 'editor' },
})

const buildReferences = async (fixture: Fixture) => ({
  owner: fixture.editor.username,
  team_members: [fixture.editor.username],
})

export const calls: Calls = {
  'projects.list': {
    prepare: (fixture) => ({ params: { org_or_project_id: fixture.org_id } }),
    createAnotherRow: (fixture, _, i) =>
      createProject(fixture, {
        name: `Same ${i % 4}`,
        ...(i % 2 && { start_date: '2026-12-01', priority: 'high' }),
        ...(i % 3 && { end_date: `2027-01-0${i % 3}`, status: 'active' }),
      }),
  },
  'projects.create': {
    prepare: (fixture) => ({ body: { org_id: fixture.org_id, name: buildUniqueName('Project') } }),
    references: buildReferences,
  },
  'projects.read': { prepare: prepareSharedProject },
  'projects.update': {
    prepare: async (fixture) => ({
      ...(await prepareSharedProject(fixture)),
      body: { description: buildUniqueName('Described') },
    }),
    subject: 'projects.read',
    references: buildReferences,
  },
  'projects.replace': {
    prepare: async (fixture) => ({
      ...(await prepareSharedProject(fixture)),
      body: { description: buildUniqueName('Described') },
    }),
    subject: 'projects.read',
  },
  'projects.delete': { prepare: prepareNewProject, subject: 'projects.read' },
  'projects.reorder': {
    prepare: async (fixture) => {
      const ids = [(await createProject(fixture)).project_id, (await createProject(fixture)).project_id]
      return { body: { org_id: fixture.org_id, project_ids: ids.reverse() } }
    },
  },
  'project-stats.read': {
    prepare: async (fixture) => {
      await createTask(fixture)
      return prepareSharedProject(fixture)
    },
  },
  'project-members.list': {
    prepare: async (fixture) => ({ query: { project_id: (await fixture.project()).project_id } }),
    createAnotherRow: (fixture) => addMember(fixture),
  },
  'project-members.create': {
    prepare: async (fixture) => ({
      body: {
        project_id: (await fixture.project()).project_id,
        user_id: (await insertMember(fixture)).user_id,
        project_role: 'viewer',
      },
    }),
    references: createReferences,
  },
  'project-members.read': { prepare: addMember },
  'project-members.update': {
    prepare: toEditor,
    references: createReferences,
    subject: 'project-members.read',
  },
  'project-members.replace': { prepare: toEditor, subject: 'project-members.read' },
  'project-members.delete': { prepare: addMember, subject: 'project-members.read' },
}
