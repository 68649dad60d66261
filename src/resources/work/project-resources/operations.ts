import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { respondWithDownload, storeFile, discardFile, type FileRow } from '../../../http/uploads/stored-files.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { lockProjectForInsert, loadReadableProject } from '../projects/policy.ts'
import { ignoredProjectQuery } from '../projects/schema.ts'
import { loadResourceForUpdate, loadReadableResource, type ResourceWithProject } from './policy.ts'
import { createFileResource, createLinkResource, updateResource, deleteResource } from './commands.ts'
import { presentResource } from './presenter.ts'
import * as queries from './queries.ts'
import { requireSameProject } from './rules.ts'
import { resourceSchema, resourceCreateSchema, resourceUpdateSchema, resourceUploadSchema } from './schema.ts'

const projectResourceCreated = { 'project_resource.created': 'A link or file was added to a project.' }
const projectResourceDeleted = { 'project_resource.deleted': 'A link or file of a project was deleted.' }

const path = '/v1/project-resources/{resource_id}'
const projectProblems = { 404: 'The project does not exist or you cannot read it.' }
const projectQuery = s.object({ project_id: s.text() })
const editRequirement = 'Requires: owner or editor of the project, or organization admin.'

const respondWithResource = (ctx: Context, row: ResourceWithProject) =>
  respond(presentResource(ctx, row.project, row), row.version)

function requireProjectId(projectId: string): string {
  if (projectId === '') throw invalid(['query', 'project_id'], 'is required', 'missing')
  return projectId
}

/** Locks the project of the query. Throws 422 if the body names a different one. */
async function lockProject(ctx: Context, projectId: string, body: { project_id?: string | null }) {
  const project = await lockProjectForInsert(ctx, requireProjectId(projectId))
  requireSameProject(projectId, body.project_id)
  return project
}

export const listProjectResourcesOperation = defineOperation({
  id: 'project-resources.list',
  method: 'GET',
  path: '/v1/project-resources',
  summary: 'List project resources',
  description: 'Returns the links and files of a project, oldest first.',
  scope: 'projects:read',
  query: s.object({
    project_id: s.text(),
    search: s.searchParam('Only resources whose name contains this text (case-insensitive).'),
    resource_type: s.optional(s.text('Only resources of this type.')),
  }),
  list: queries.resourceSorts,
  problems: projectProblems,
  reply: { status: 200, schema: s.pageSchema(resourceSchema) },
  authorize: ({ ctx, query }) => loadReadableProject(ctx, requireProjectId(query.project_id)),
  async handle({ ctx, target, query, list }) {
    const found = await queries.selectResourcePage(ctx, list, target, query)
    return respondWithPage(ctx, list, found, (row) => presentResource(ctx, target, row))
  },
})

export const createProjectResourceOperation = defineOperation({
  id: 'project-resources.create',
  method: 'POST',
  path: '/v1/project-resources',
  summary: 'Add a link to a project',
  description: `Adds a link to a project. ${editRequirement}`,
  scope: 'projects:write',
  query: projectQuery,
  body: resourceCreateSchema,
  problems: projectProblems,
  reply: { status: 200, schema: resourceSchema },
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
  authorize: ({ ctx, query, body }) => lockProject(ctx, query.project_id, body),
  ifMatch: true,
  handle: async ({ ctx, target, body }) => respondWithResource(ctx, await createLinkResource(ctx, target, body)),
})

export const uploadProjectResourceOperation = defineOperation({
  id: 'project-resources.upload',
  method: 'POST',
  path: '/v1/project-resources/upload',
  summary: 'Add a file to a project',
  description:
    'Uploads a file to a project as `multipart/form-data` with a part named `file` that has a file name; unknown parts ' +
    `are ignored. The maximum size is 25 MB unless the server is configured otherwise. ${editRequirement}`,
  scope: 'projects:write',
  query: projectQuery,
  upload: { description: 'File to upload; the part sets its name and media type.' },
  body: resourceUploadSchema,
  problems: projectProblems,
  reply: { status: 201, schema: resourceSchema, created: '/v1/project-resources/{resource_id}' },
  emits: projectResourceCreated,
  authorize: ({ ctx, query, body }) => lockProject(ctx, query.project_id, body),
  ifMatch: true,
  sideEffect: ({ ctx, target, file }) => storeFile(ctx, target.org_id, file),
  compensate: ({ ctx }, stored) => discardFile(ctx, stored),
  handle: async ({ ctx, target, body, file, sideEffectResult }) =>
    respondWithResource(
      ctx,
      await createFileResource(ctx, target, body.title, { ...sideEffectResult, name: file.name }),
    ),
})

export const getProjectResourceOperation = defineOperation({
  id: 'project-resources.read',
  method: 'GET',
  path,
  summary: 'Get a project resource',
  description: 'Returns the metadata of a link or file. The content of a file is at `resource_url`.',
  scope: 'projects:read',
  query: ignoredProjectQuery,
  reply: { status: 200, schema: resourceSchema },
  authorize: loadReadableResource,
  handle: async ({ ctx, target }) => respondWithResource(ctx, target),
})

export const downloadProjectResourceOperation = defineOperation({
  id: 'project-resources.download',
  method: 'GET',
  path: `${path}/content`,
  summary: 'Download a project file',
  description:
    'Returns the content of an uploaded file as an attachment with its file name. Types that a browser could execute ' +
    '(HTML, SVG, scripts) are sent as `application/octet-stream`. Returns 404 for a link.',
  scope: 'projects:read',
  query: ignoredProjectQuery,
  reply: { status: 200, file: true },
  async authorize(call) {
    const found = await loadReadableResource(call)
    if (!found.is_file) throw notFound()
    return found
  },
  handle: async ({ ctx, target }) => respondWithDownload(ctx, target as FileRow, target.file_name!, target.version),
})

export const updateProjectResourceOperation = defineOperation({
  id: 'project-resources.update',
  method: 'PATCH',
  path,
  summary: 'Update a project resource',
  description:
    'Updates the fields in the body; `null` clears the type and the URL of a link. The URL of a file cannot be changed. ' +
    `\`is_active: false\` deletes the resource. ${editRequirement}`,
  scope: 'projects:write',
  query: ignoredProjectQuery,
  body: resourceUpdateSchema,
  reply: { status: 200, schema: resourceSchema },
  emits: { 'project_resource.updated': 'A link or file of a project was updated.', ...projectResourceDeleted },
  example: { body: { resource_name: 'Tide tables 2027' } },
  authorize: loadResourceForUpdate,
  handle: async ({ ctx, target, body }) => respondWithResource(ctx, await updateResource(ctx, target, body)),
})

export const putProjectResourceOperation = methodAlias(
  'PUT',
  updateProjectResourceOperation,
  'project-resources.update_put',
)

export const deleteProjectResourceOperation = defineOperation({
  id: 'project-resources.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete a project resource',
  description: `Deletes a link or file from a project; the content of a file is deleted too. ${editRequirement}`,
  scope: 'projects:write',
  query: ignoredProjectQuery,
  reply: { status: 200, schema: s.okResponse },
  emits: projectResourceDeleted,
  authorize: loadResourceForUpdate,
  handle: async ({ ctx, target }) => respond({ ok: true }, (await deleteResource(ctx, target)).version),
})
