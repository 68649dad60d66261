import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { download, storeFile, undoFile, type FileRow } from '../../kernel/files/files.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { alsoAs, operation } from '../../kernel/operation.ts'
import { invalid, notFound } from '../../kernel/problem.ts'
import { acknowledgement, object, optional, pageOf, searched, text } from '../../kernel/schema.ts'
import { projectToFill, readableProject } from '../projects/access.ts'
import { olderProjectQuery } from '../projects/schemas.ts'
import { editableResource, readableResource, type ResourceSeen } from './access.ts'
import { addFile, addLink, changeResource, removeResource } from './change.ts'
import { presentResource } from './present.ts'
import * as queries from './queries.ts'
import { requireSameProject } from './rules.ts'
import { inProject, resource, resourceCreate, resourceUpdate, resourceUpload } from './schemas.ts'

const projectResourceCreated = { 'project_resource.created': 'A link or file was added to a project.' }
const projectResourceDeleted = { 'project_resource.deleted': 'A link or file of a project was deleted.' }

const path = '/v1/project-resources/{resource_id}'
const params = object({ resource_id: text({ description: 'The resource.' }) })

const resourceAnswer = (ctx: Context, row: ResourceSeen) =>
  answer(presentResource(ctx, row.project, row), row.version)

function named(projectId: string): string {
  if (projectId === '') throw invalid(['query', 'project_id'], 'is required', 'missing')
  return projectId
}

/** The project of the query, which a body may name again. */
async function projectFor(ctx: Context, projectId: string, body: { project_id?: string | null }) {
  const project = await projectToFill(ctx, named(projectId))
  requireSameProject(projectId, body.project_id)
  return project
}

export const listResources = operation({
  id: 'project-resources.list',
  method: 'GET',
  path: '/v1/project-resources',
  summary: "List a project's resources",
  description: 'Links and files, oldest first.',
  scope: 'projects:read',
  query: object({
    project_id: text({ description: 'The project.' }),
    search: searched('Only those whose name contains this text.'),
    resource_type: optional(text({ description: 'Only those of this type.' })),
  }),
  list: queries.resourceSorts,
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 200, schema: pageOf(resource) },
  access: ({ ctx, query }) => readableProject(ctx, named(query.project_id)),
  async handle({ ctx, target, query, list }) {
    const found = await queries.listResources(ctx, list, target, query)
    return pageAnswer(ctx, list, found, (rows) => rows.map((row) => presentResource(ctx, target, row)))
  },
})

export const createResource = operation({
  id: 'project-resources.create',
  method: 'POST',
  path: '/v1/project-resources',
  summary: 'Add a link to a project',
  description: "The project's owners and editors, and org admins.",
  scope: 'projects:write',
  query: inProject,
  body: resourceCreate,
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 200, schema: resource },
  emits: projectResourceCreated,
  example: {
    query: { project_id: 'PDC01MC1P9ZK3QW2M' },
    body: {
      project_id: 'PDC01MC1P9ZK3QW2M',
      project_name: 'North quay',
      resource_name: 'Tide tables',
      resource_url: 'https://tides.example.com/harbour',
    },
  },
  access: ({ ctx, query, body }) => projectFor(ctx, query.project_id, body),
  handle: async ({ ctx, target, body }) => resourceAnswer(ctx, await addLink(ctx, target, body)),
})

export const uploadResource = operation({
  id: 'project-resources.upload',
  method: 'POST',
  path: '/v1/project-resources/upload',
  summary: 'Add a file to a project',
  description:
    "The project's owners and editors, and org admins. Send a form (`multipart/form-data`) with a part named `file` " +
    'that has a file name; other parts that are not named here are skipped. A file is 25 MB at most, unless the ' +
    'server is set up otherwise.',
  scope: 'projects:write',
  query: inProject,
  upload: { description: 'The file. Its name and type are taken from the part.' },
  body: resourceUpload,
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 201, schema: resource },
  emits: projectResourceCreated,
  access: ({ ctx, query, body }) => projectFor(ctx, query.project_id, body),
  act: ({ ctx, target, file }) => storeFile(ctx, target.org_id, file),
  undo: ({ ctx }, stored) => undoFile(ctx, stored),
  async handle({ ctx, target, body, file, acted }) {
    return resourceAnswer(ctx, await addFile(ctx, target, body.title, { ...acted, name: file.name }))
  },
})

export const readResource = operation({
  id: 'project-resources.read',
  method: 'GET',
  path,
  summary: 'Read a resource of a project',
  scope: 'projects:read',
  params,
  query: olderProjectQuery,
  reply: { status: 200, schema: resource },
  access: readableResource,
  handle: async ({ ctx, target }) => resourceAnswer(ctx, target),
})

export const downloadResource = operation({
  id: 'project-resources.download',
  method: 'GET',
  path: `${path}/content`,
  summary: 'Download a file of a project',
  description:
    'Its bytes as they were uploaded, to be saved under their name. Types that a browser could run something of ' +
    '(HTML, SVG, scripts) come as `application/octet-stream`. A link has no bytes: 404.',
  scope: 'projects:read',
  params,
  query: olderProjectQuery,
  reply: { status: 200, file: true },
  async access(call) {
    const found = await readableResource(call)
    if (!found.is_file) throw notFound()
    return found
  },
  async handle({ ctx, target }) {
    return download(ctx, target as FileRow, target.file_name!, target.version)
  },
})

export const updateResource = operation({
  id: 'project-resources.update',
  method: 'PATCH',
  path,
  summary: 'Change a resource of a project',
  description:
    "The project's owners and editors, and org admins. Absent fields stay as they are; null clears the address of a " +
    'link and the type. `is_active: false` deletes it.',
  scope: 'projects:write',
  params,
  query: olderProjectQuery,
  body: resourceUpdate,
  reply: { status: 200, schema: resource },
  emits: { 'project_resource.updated': 'A link or file of a project changed.', ...projectResourceDeleted },
  example: { body: { resource_name: 'Tide tables 2027' } },
  access: editableResource,
  handle: async ({ ctx, target, body }) => resourceAnswer(ctx, await changeResource(ctx, target, body)),
})

export const putResource = alsoAs('PUT', updateResource, 'project-resources.update_put')

export const deleteResource = operation({
  id: 'project-resources.delete',
  method: 'DELETE',
  goneIs: 404,
  path,
  summary: 'Delete a resource of a project',
  description:
    "The project's owners and editors, and org admins. The file of an uploaded one is deleted too.",
  scope: 'projects:write',
  params,
  query: olderProjectQuery,
  reply: { status: 200, schema: acknowledgement },
  emits: projectResourceDeleted,
  access: editableResource,
  async handle({ ctx, target }) {
    return answer({ ok: true }, (await removeResource(ctx, target)).version)
  },
})
