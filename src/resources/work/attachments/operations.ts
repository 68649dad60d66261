import { respond } from '../../../http/result.ts'
import {
  respondWithDownload,
  markFileReferenced,
  releaseFile,
  storeFile,
  discardFile,
} from '../../../http/uploads/stored-files.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import { invalid } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { ignoredProjectQuery } from '../projects/schema.ts'
import { loadReadableTask, lockTaskClaim } from '../tasks/policy.ts'
import { loadAttachmentForUpdate, loadReadableAttachment } from './policy.ts'
import { updateAttachment, emitAttachmentEvent, requireAttachmentQuota } from './commands.ts'
import { presentAttachment } from './presenter.ts'
import * as queries from './queries.ts'
import { attachmentSchema, attachmentCreateSchema, attachmentUpdateSchema } from './schema.ts'

const path = '/v1/task-attachments/{attachment_id}'
const taskProblem = 'The task does not exist or you cannot read it.'
const editRequirement = 'Requires: uploader, owner or editor of the project, or organization admin.'

export const listAttachmentsOperation = defineOperation({
  id: 'task-attachments.list',
  method: 'GET',
  path: '/v1/task-attachments',
  summary: 'List task attachments',
  description: 'Returns the attachments of a task, oldest first.',
  scope: 'tasks:read',
  query: s.object({ task_id: s.text() }),
  list: queries.attachmentSorts,
  problems: { 404: taskProblem },
  reply: { status: 200, schema: s.pageSchema(attachmentSchema) },
  authorize({ ctx, query }) {
    if (query.task_id === '') throw invalid(['query', 'task_id'], 'is required', 'missing')
    return loadReadableTask({ ctx, params: query })
  },
  async handle({ ctx, target, list }) {
    const found = await queries.selectAttachmentPage(ctx, list, target)
    return respondWithPage(ctx, list, found, (row) => presentAttachment(ctx, row))
  },
})

export const createAttachmentOperation = defineOperation({
  id: 'task-attachments.create',
  method: 'POST',
  path: '/v1/task-attachments',
  summary: 'Create an attachment',
  description:
    'Uploads a file to a task as `multipart/form-data` with a part named `file` that has a file name; unknown parts are ' +
    'ignored. Unless the server is configured otherwise, a file has at most 25 MB and a task at most 50 attachments. ' +
    'Send `task_id` before the file, so that the server can reject the request before reading it. `If-Match` refers to ' +
    'the task. Requires: read access to the task.',
  scope: 'tasks:write',
  upload: { description: 'File to upload; the part sets its name and media type.' },
  body: attachmentCreateSchema,
  reply: { status: 201, schema: attachmentSchema, created: '/v1/task-attachments/{attachment_id}' },
  problems: { 404: taskProblem, 409: 'The task has the maximum number of attachments.' },
  emits: { 'task.attachment_added': 'A file was attached to a task.' },
  lockClaims: lockTaskClaim,
  ifMatch: true,
  async authorize({ ctx, body }) {
    const task = await loadReadableTask({ ctx, params: body })
    if (body.project_id != null && body.project_id !== task.project_id)
      throw invalid(['body', 'project_id'], 'must be the project of the task', 'mismatch')
    return task
  },
  async sideEffect({ ctx, target, file }) {
    await requireAttachmentQuota(ctx, target)
    return storeFile(ctx, target.org_id, file)
  },
  compensate: ({ ctx }, stored) => discardFile(ctx, stored),
  async handle({ ctx, target, body, file, sideEffectResult }) {
    await requireAttachmentQuota(ctx, target)
    await markFileReferenced(ctx, sideEffectResult)
    const { title = null, is_inline } = body
    const named = { title, name: file.name, is_inline: is_inline ?? false }
    const row = await queries.insertAttachment(ctx, target, sideEffectResult, named)
    emitAttachmentEvent(ctx, target, row, 'added', null, { is_inline: row.is_inline })
    return respond(presentAttachment(ctx, row), row.version)
  },
})

export const getAttachmentOperation = defineOperation({
  id: 'task-attachments.read',
  method: 'GET',
  path,
  summary: 'Get an attachment',
  description: 'Returns the metadata of an attachment. Its content is at `url`.',
  scope: 'tasks:read',
  query: ignoredProjectQuery,
  reply: { status: 200, schema: attachmentSchema },
  authorize: loadReadableAttachment,
  handle: async ({ ctx, target }) => respond(presentAttachment(ctx, target), target.version),
})

export const downloadAttachmentOperation = defineOperation({
  id: 'task-attachments.download',
  method: 'GET',
  path: `${path}/content`,
  summary: 'Download an attachment',
  description:
    'Returns the content of the file as an attachment with its name. Types that a browser could execute (HTML, SVG, ' +
    'scripts) are sent as `application/octet-stream`.',
  scope: 'tasks:read',
  reply: { status: 200, file: true },
  authorize: loadReadableAttachment,
  handle: async ({ ctx, target }) => respondWithDownload(ctx, target, target.name, target.version),
})

export const updateAttachmentOperation = defineOperation({
  id: 'task-attachments.update',
  method: 'PATCH',
  path,
  summary: 'Update an attachment',
  description:
    'Updates `title`, `name` and `is_inline`; `null` clears the title. Other fields are ignored, except that `task_id` ' +
    `must be the task of the attachment. ${editRequirement}`,
  scope: 'tasks:write',
  query: ignoredProjectQuery,
  body: attachmentUpdateSchema,
  reply: { status: 200, schema: attachmentSchema },
  emits: { 'task.attachment_updated': 'An attachment was updated.' },
  example: { body: { title: 'Quay, seen from the north' } },
  lockClaims: lockTaskClaim,
  authorize: loadAttachmentForUpdate,
  async handle({ ctx, target, body }) {
    const row = await updateAttachment(ctx, target, body)
    return respond(presentAttachment(ctx, row), row.version)
  },
})

export const putAttachmentOperation = methodAlias('PUT', updateAttachmentOperation, 'task-attachments.update_put')

export const deleteAttachmentOperation = defineOperation({
  id: 'task-attachments.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete an attachment',
  description: `Deletes an attachment and its file. ${editRequirement}`,
  scope: 'tasks:write',
  query: ignoredProjectQuery,
  reply: { status: 204 },
  emits: { 'task.attachment_removed': 'An attachment was deleted.' },
  lockClaims: lockTaskClaim,
  authorize: loadAttachmentForUpdate,
  async handle({ ctx, target }) {
    await queries.markAttachmentDeleted(ctx, target)
    await releaseFile(ctx, target.org_id, target.file_id)
    emitAttachmentEvent(ctx, target.task, target, 'removed', { is_inline: target.is_inline }, null)
    return respond(null, target.version + 1)
  },
})
