import { Upload } from '../../support/form.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type ResponseBody, type Fixture } from '../fixtures.ts'
import { loadEtag, createTask } from './create.ts'

const buildFile = () => new Upload(buildUniqueName('content'), `${buildUniqueName('file')}.txt`)

const uploadAttachment = async (fixture: Fixture, task?: ResponseBody, values: object = {}): Promise<ResponseBody> =>
  create(fixture.owner, '/v1/task-attachments', {
    task_id: (task ?? (await createTask(fixture))).task_id,
    ...values,
    file: buildFile(),
  })

async function createResourceLink(fixture: Fixture, values: object = {}): Promise<ResponseBody> {
  const { project_id } = await fixture.project()
  const body = { project_id, project_name: 'Any', resource_name: buildUniqueName('Link'), ...values }
  return create(fixture.owner, '/v1/project-resources', body, { project_id })
}

async function uploadFile(fixture: Fixture): Promise<ResponseBody> {
  const { project_id } = await fixture.project()
  return create(fixture.owner, '/v1/project-resources/upload', { file: buildFile() }, { project_id })
}

const createAttachment = async (fixture: Fixture, body?: object): Promise<Prepared> => ({
  params: { attachment_id: (await uploadAttachment(fixture)).attachment_id },
  ...(body && { body }),
})
const createLink = async (fixture: Fixture, body?: object): Promise<Prepared> => ({
  params: { resource_id: (await createResourceLink(fixture)).resource_id },
  ...(body && { body }),
})
const attachment = 'task-attachments.read'
const resource = 'project-resources.read'

export const calls: Calls = {
  'task-attachments.list': {
    prepare: async (fixture) => ({ query: { task_id: (await createTask(fixture)).task_id } }),
    createAnotherRow: (fixture, { query }, i) =>
      create(fixture.owner, '/v1/task-attachments', {
        task_id: query!.task_id,
        file: new Upload('x', `Same ${i % 4}.txt`),
      }),
  },
  'task-attachments.create': {
    prepare: async (fixture) => {
      const { task_id } = await createTask(fixture)
      const etag = await loadEtag(fixture, `/v1/tasks/${task_id}`)
      return { body: { task_id, title: buildUniqueName('Title'), file: buildFile() }, etag }
    },
    subject: 'tasks.read',
  },
  'task-attachments.read': { prepare: (fixture) => createAttachment(fixture) },
  'task-attachments.download': { prepare: (fixture) => createAttachment(fixture) },
  'task-attachments.update': {
    prepare: (fixture) => createAttachment(fixture, { title: buildUniqueName('Renamed') }),
    subject: attachment,
  },
  'task-attachments.update_put': {
    prepare: (fixture) => createAttachment(fixture, { name: buildUniqueName('renamed') }),
    subject: attachment,
  },
  'task-attachments.delete': { prepare: (fixture) => createAttachment(fixture), subject: attachment },
  'project-resources.list': {
    prepare: async (fixture) => ({ query: { project_id: (await fixture.project()).project_id } }),
    createAnotherRow: (fixture, _, i) =>
      i % 2 ? uploadFile(fixture) : createResourceLink(fixture, { resource_name: `Same ${i % 4}` }),
  },
  'project-resources.create': {
    prepare: async (fixture) => {
      const { project_id } = await fixture.project()
      const body = { project_id, project_name: 'Any', resource_name: buildUniqueName('Link') }
      const etag = await loadEtag(fixture, `/v1/projects/detail/${project_id}`)
      return { query: { project_id }, body: { ...body, resource_url: 'https://example.com/a' }, etag }
    },
    subject: 'projects.read',
  },
  'project-resources.upload': {
    prepare: async (fixture) => {
      const { project_id } = await fixture.project()
      const etag = await loadEtag(fixture, `/v1/projects/detail/${project_id}`)
      return { query: { project_id }, body: { title: buildUniqueName('Title'), file: buildFile() }, etag }
    },
    subject: 'projects.read',
  },
  'project-resources.read': { prepare: (fixture) => createLink(fixture) },
  'project-resources.download': {
    prepare: async (fixture) => ({ params: { resource_id: (await uploadFile(fixture)).resource_id } }),
  },
  'project-resources.update': {
    prepare: (fixture) => createLink(fixture, { resource_name: buildUniqueName('Renamed') }),
    subject: resource,
  },
  'project-resources.update_put': {
    prepare: (fixture) => createLink(fixture, { resource_type: buildUniqueName('type') }),
    subject: resource,
  },
  'project-resources.delete': { prepare: (fixture) => createLink(fixture), subject: resource },
}
