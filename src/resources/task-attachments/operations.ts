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
const params = object({ attachment_id: text({ description: 'The attachment.' }) })

export const listAttachments = operation({
  id: 'task-attachments.list',
  method: 'GET',
  path: '/v1/task-attachments',
  summary: "List a task's attachments",
  description: 'Oldest first.',
  scope: 'tasks:read',
  query: object({ task_id: text({ description: 'The task.' }) }),
  list: queries.attachmentSorts,
  problems: { 404: 'the task is missing, or not for you to see' },
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
  summary: 'Attach a file to a task',
  description:
    'Whoever can read the task may. Send a form (`multipart/form-data`) with a part named `file` that has a file name; ' +
    'other parts that are not named here are skipped. A file is 25 MB at most and a task has 50, unless the server ' +
    'is set up otherwise.',
  scope: 'tasks:write',
  upload: { description: 'The file. Its name and type are taken from the part.' },
  body: attachmentCreate,
  reply: { status: 201, schema: attachment },
  problems: {
    404: 'the task is missing, or not for you to see',
    409: 'the task has as many attachments as a task may have',
  },
  emits: { 'task.attachment_added': 'A file was attached to a task.' },
  async access({ ctx, body }) {
    const task = await readableTask({ ctx, params: body })
    if (body.project_id != null && body.project_id !== task.project_id)
      throw invalid(['body', 'project_id'], "differs from the task's project", 'mismatch')
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
  summary: 'Read an attachment',
  description: 'What is known of it; its bytes are at `url`.',
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
    'Its bytes as they were uploaded, to be saved under its name. Types that a browser could run something of ' +
    '(HTML, SVG, scripts) come as `application/octet-stream`.',
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
  summary: 'Rename an attachment',
  description:
    'Who uploaded it, owners and editors of the project, org admins. `title`, `name` and `is_inline` change; null ' +
    'clears the title. Other fields are accepted and ignored, but a `task_id` must be that of its task.',
  scope: 'tasks:write',
  params,
  query: olderProjectQuery,
  body: attachmentUpdate,
  reply: { status: 200, schema: attachment },
  emits: { 'task.attachment_updated': 'An attachment was renamed or otherwise changed.' },
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
  description: 'Who uploaded it, owners and editors of the project, org admins. Its file is deleted too.',
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
