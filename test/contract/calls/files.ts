import { Upload } from '../../support/form.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type Made, type World } from '../fixtures.ts'
import { loadEtag, newTask } from './create.ts'

const buildFile = () => new Upload(fresh('content'), `${fresh('file')}.txt`)

const newAttachment = async (world: World, task?: Made, values: object = {}): Promise<Made> =>
  create(world.owner, '/v1/task-attachments', {
    task_id: (task ?? (await newTask(world))).task_id,
    ...values,
    file: buildFile(),
  })

async function newLink(world: World, values: object = {}): Promise<Made> {
  const { project_id } = await world.project()
  const body = { project_id, project_name: 'Any', resource_name: fresh('Link'), ...values }
  return create(world.owner, '/v1/project-resources', body, { project_id })
}

async function newFile(world: World): Promise<Made> {
  const { project_id } = await world.project()
  return create(world.owner, '/v1/project-resources/upload', { file: buildFile() }, { project_id })
}

const createAttachment = async (world: World, body?: object): Promise<Prepared> => ({
  params: { attachment_id: (await newAttachment(world)).attachment_id },
  ...(body && { body }),
})
const createLink = async (world: World, body?: object): Promise<Prepared> => ({
  params: { resource_id: (await newLink(world)).resource_id },
  ...(body && { body }),
})
const attachment = 'task-attachments.read'
const resource = 'project-resources.read'

export const calls: Calls = {
  'task-attachments.list': {
    prepare: async (world) => ({ query: { task_id: (await newTask(world)).task_id } }),
    another: (world, { query }, i) =>
      create(world.owner, '/v1/task-attachments', {
        task_id: query!.task_id,
        file: new Upload('x', `Same ${i % 4}.txt`),
      }),
  },
  'task-attachments.create': {
    prepare: async (world) => {
      const { task_id } = await newTask(world)
      const etag = await loadEtag(world, `/v1/tasks/${task_id}`)
      return { body: { task_id, title: fresh('Title'), file: buildFile() }, etag }
    },
    subject: 'tasks.read',
  },
  'task-attachments.read': { prepare: (world) => createAttachment(world) },
  'task-attachments.download': { prepare: (world) => createAttachment(world) },
  'task-attachments.update': {
    prepare: (world) => createAttachment(world, { title: fresh('Renamed') }),
    subject: attachment,
  },
  'task-attachments.update_put': {
    prepare: (world) => createAttachment(world, { name: fresh('renamed') }),
    subject: attachment,
  },
  'task-attachments.delete': { prepare: (world) => createAttachment(world), subject: attachment },
  'project-resources.list': {
    prepare: async (world) => ({ query: { project_id: (await world.project()).project_id } }),
    another: (world, _, i) => (i % 2 ? newFile(world) : newLink(world, { resource_name: `Same ${i % 4}` })),
  },
  'project-resources.create': {
    prepare: async (world) => {
      const { project_id } = await world.project()
      const body = { project_id, project_name: 'Any', resource_name: fresh('Link') }
      const etag = await loadEtag(world, `/v1/projects/detail/${project_id}`)
      return { query: { project_id }, body: { ...body, resource_url: 'https://example.com/a' }, etag }
    },
    subject: 'projects.read',
  },
  'project-resources.upload': {
    prepare: async (world) => {
      const { project_id } = await world.project()
      const etag = await loadEtag(world, `/v1/projects/detail/${project_id}`)
      return { query: { project_id }, body: { title: fresh('Title'), file: buildFile() }, etag }
    },
    subject: 'projects.read',
  },
  'project-resources.read': { prepare: (world) => createLink(world) },
  'project-resources.download': {
    prepare: async (world) => ({ params: { resource_id: (await newFile(world)).resource_id } }),
  },
  'project-resources.update': {
    prepare: (world) => createLink(world, { resource_name: fresh('Renamed') }),
    subject: resource,
  },
  'project-resources.update_put': {
    prepare: (world) => createLink(world, { resource_type: fresh('type') }),
    subject: resource,
  },
  'project-resources.delete': { prepare: (world) => createLink(world), subject: resource },
}
