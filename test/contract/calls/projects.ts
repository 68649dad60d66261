import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'
import { newReferences, newMember, newProject, newTask } from './create.ts'

const of = ({ project_id }: { project_id: string }): Prepared => ({
  params: { project_id, org_or_project_id: project_id },
})
const prepareSharedProject = async (world: World): Promise<Prepared> => of(await world.project())
const prepareNewProject = async (world: World): Promise<Prepared> => of(await newProject(world))

async function addMember(world: World): Promise<Prepared> {
  const { project_id } = await world.project()
  const { user_id } = await newMember(world)
  await create(world.owner, '/v1/project-members', { project_id, user_id, project_role: 'viewer' })
  return { params: { user_id, project_id } }
}

const toEditor = async (world: World): Promise<Prepared> => ({
  ...(await addMember(world)),
  body: { project_role: 'editor' },
})

const references = async (world: World) => ({
  owner: world.editor.username,
  team_members: [world.editor.username],
})

export const calls: Calls = {
  'projects.list': {
    prepare: (world) => ({ params: { org_or_project_id: world.org_id } }),
    another: (world, _, i) =>
      newProject(world, {
        name: `Same ${i % 4}`,
        ...(i % 2 && { start_date: '2026-12-01', priority: 'high' }),
        ...(i % 3 && { end_date: `2027-01-0${i % 3}`, status: 'active' }),
      }),
  },
  'projects.create': {
    prepare: (world) => ({ body: { org_id: world.org_id, name: fresh('Project') } }),
    references,
  },
  'projects.read': { prepare: prepareSharedProject },
  'projects.update': {
    prepare: async (world) => ({ ...(await prepareSharedProject(world)), body: { description: fresh('Described') } }),
    subject: 'projects.read',
    references,
  },
  'projects.replace': {
    prepare: async (world) => ({ ...(await prepareSharedProject(world)), body: { description: fresh('Described') } }),
    subject: 'projects.read',
  },
  'projects.delete': { prepare: prepareNewProject, subject: 'projects.read' },
  'projects.reorder': {
    prepare: async (world) => {
      const ids = [(await newProject(world)).project_id, (await newProject(world)).project_id]
      return { body: { org_id: world.org_id, project_ids: ids.reverse() } }
    },
  },
  'project-stats.read': {
    prepare: async (world) => {
      await newTask(world)
      return prepareSharedProject(world)
    },
  },
  'project-members.list': {
    prepare: async (world) => ({ query: { project_id: (await world.project()).project_id } }),
    another: (world) => addMember(world),
  },
  'project-members.create': {
    prepare: async (world) => ({
      body: {
        project_id: (await world.project()).project_id,
        user_id: (await newMember(world)).user_id,
        project_role: 'viewer',
      },
    }),
    references: newReferences,
  },
  'project-members.read': { prepare: addMember },
  'project-members.update': {
    prepare: toEditor,
    references: newReferences,
    subject: 'project-members.read',
  },
  'project-members.replace': { prepare: toEditor, subject: 'project-members.read' },
  'project-members.delete': { prepare: addMember, subject: 'project-members.read' },
}
