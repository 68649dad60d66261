import { answer } from '../../kernel/answer.ts'
import { download, keepFile, releaseFile, storeFile, undoFile } from '../../kernel/files/files.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { alsoAs, operation } from '../../kernel/operation.ts'
import { invalid } from '../../kernel/problem.ts'
import { object, pageOf, text } from '../../kernel/schema.ts'
import { olderProjectQuery } from '../projects/schemas.ts'
import { readableTask } from '../tasks/access.ts'
import { changeableAttachment, readableAttachment } from './access.ts'
import { changeAttachment, emitAttachment, requireRoom } from './change.ts'
import { presentAttachment } from './present.ts'
import * as queries from './queries.ts'
import { attachment, attachmentCreate, attachmentUpdate } from './schemas.ts'

const path = '/v1/task-attachments/{attachment_id}'
const taskProblem = 'The task does not exist or you cannot read it.'
const whoEdits = 'Requires: uploader, owner or editor of the project, or organization admin.'
const params = object({ attachment_id: text() })

export const listAttachments = operation({
  id: 'task-attachments.list',
  method: 'GET',
  path: '/v1/task-attachments',
  summary: 'List task attachments',
  description: 'Returns the attachments of a task, oldest first.',
  scope: 'tasks:read',
  query: object({ task_id: text() }),
  list: queries.attachmentSorts,
  problems: { 404: taskProblem },
  reply: { status: 200, schema: pageOf(attachment) },
  access({ ctx, query }) {
    if (query.task_id === '') throw invalid(['query', 'task_id'], 'is required', 'missing')
    return readableTask({ ctx, params: query })
  },
  async handle({ ctx, target, list }) {
    const found = await queries.listAttachments(ctx, list, target)
    return pageAnswer(ctx, list, found, (rows) => rows.map((row) => presentAttachment(ctx, row)))
  },
})

export const createAttachment = operation({
  id: 'task-attachments.create',
  method: 'POST',
  path: '/v1/task-attachments',
  summary: 'Create an attachment',
  description:
    'Uploads a file to a task as `multipart/form-data` with a part named `file` that has a file name; unknown parts are ' +
    'ignored. Unless the server is configured otherwise, a file has at most 25 MB and a task at most 50 attachments. ' +
    'Send `task_id` before the file, so that the server can reject the request before reading it. Requires: read access ' +
    'to the task.',
  scope: 'tasks:write',
  upload: { description: 'File to upload; the part sets its name and media type.' },
  body: attachmentCreate,
  reply: { status: 201, schema: attachment },
  problems: {
    404: taskProblem,
    409: 'The task has the maximum number of attachments.',
  },
  emits: { 'task.attachment_added': 'A file was attached to a task.' },
  async access({ ctx, body }) {
    const task = await readableTask({ ctx, params: body })
    if (body.project_id != null && body.project_id !== task.project_id)
      throw invalid(['body', 'project_id'], 'must be the project of the task', 'mismatch')
    return task
  },
  async act({ ctx, target, file }) {
    await requireRoom(ctx, target)
    return storeFile(ctx, target.org_id, file)
  },
  undo: ({ ctx }, stored) => undoFile(ctx, stored),
  async handle({ ctx, target, body, file, acted }) {
    await requireRoom(ctx, target)
    await keepFile(ctx, acted)
    const { title = null, is_inline } = body
    const named = { title, name: file.name, is_inline: is_inline ?? false }
    const row = await queries.insertAttachment(ctx, target, acted, named)
    emitAttachment(ctx, target, row, 'added', null, { is_inline: row.is_inline })
    return answer(presentAttachment(ctx, row), row.version)
  },
})

export const readAttachment = operation({
  id: 'task-attachments.read',
  method: 'GET',
  path,
  summary: 'Get an attachment',
  description: 'Returns the metadata of an attachment. Its content is at `url`.',
  scope: 'tasks:read',
  params,
  query: olderProjectQuery,
  reply: { status: 200, schema: attachment },
  access: readableAttachment,
  handle: async ({ ctx, target }) => answer(presentAttachment(ctx, target), target.version),
})

export const downloadAttachment = operation({
  id: 'task-attachments.download',
  method: 'GET',
  path: `${path}/content`,
  summary: 'Download an attachment',
  description:
    'Returns the content of the file as an attachment with its name. Types that a browser could execute (HTML, SVG, ' +
    'scripts) are sent as `application/octet-stream`.',
  scope: 'tasks:read',
  params,
  reply: { status: 200, file: true },
  access: readableAttachment,
  handle: async ({ ctx, target }) => download(ctx, target, target.name, target.version),
})

export const updateAttachment = operation({
  id: 'task-attachments.update',
  method: 'PATCH',
  path,
  summary: 'Update an attachment',
  description:
    'Updates `title`, `name` and `is_inline`; `null` clears the title. Other fields are ignored, except that `task_id` ' +
    `must be the task of the attachment. ${whoEdits}`,
  scope: 'tasks:write',
  params,
  query: olderProjectQuery,
  body: attachmentUpdate,
  reply: { status: 200, schema: attachment },
  emits: { 'task.attachment_updated': 'An attachment was updated.' },
  example: { body: { title: 'Quay, seen from the north' } },
  access: changeableAttachment,
  async handle({ ctx, target, body }) {
    const row = await changeAttachment(ctx, target, body)
    return answer(presentAttachment(ctx, row), row.version)
  },
})

export const putAttachment = alsoAs('PUT', updateAttachment, 'task-attachments.update_put')

export const deleteAttachment = operation({
  id: 'task-attachments.delete',
  method: 'DELETE',
  goneIs: 404,
  path,
  summary: 'Delete an attachment',
  description: `Deletes an attachment and its file. ${whoEdits}`,
  scope: 'tasks:write',
  params,
  query: olderProjectQuery,
  reply: { status: 204 },
  emits: { 'task.attachment_removed': 'An attachment was deleted.' },
  access: changeableAttachment,
  async handle({ ctx, target }) {
    await queries.deleteAttachment(ctx, target)
    await releaseFile(ctx, target.org_id, target.file_id)
    emitAttachment(ctx, target.task, target, 'removed', { is_inline: target.is_inline }, null)
    return answer(null, target.version + 1)
  },
})
