import { toLocalDate } from '../core/time-zones.ts'
import { ToolError } from './errors.ts'
import { truncateValue, pickAttributes } from './results.ts'
import type { ToolContext } from './tool.ts'
import { readTaskDetails } from './tools/get-task.ts'
import { projectAttributes } from './tools/projects.ts'
import { readTaskPage } from './tools/task-rows.ts'
import { notice, escapeInvisibleAll } from './untrusted.ts'

const mimeType = 'application/json'

export const resources = [
  {
    uri: 'svc://me/today',
    name: 'today',
    title: 'Your day',
    description: 'Your open tasks that are due today, overdue or in progress, and your number of unread notifications.',
    mimeType,
  },
]

export const resourceTemplates = [
  {
    uriTemplate: 'svc://task/{id}',
    name: 'task',
    title: 'Task',
    description: 'A task with its description, newest comments and files.',
    mimeType,
  },
  {
    uriTemplate: 'svc://project/{id}',
    name: 'project',
    title: 'Project',
    description: 'A project with its task counts.',
    mimeType,
  },
]

type Reader = (ctx: ToolContext, id: string) => Promise<Record<string, unknown>>

const readers: Record<string, Reader> = {
  task: (ctx, id) => readTaskDetails(ctx, { task_id: id }),
  async project({ api }, id) {
    const [project, stats] = await Promise.all([
      api.call('projects.read', { params: { project_id: id } }),
      api.call('project-stats.read', { params: { project_id: id } }),
    ])
    const attributes = [...projectAttributes, 'description', 'team_members']
    const row = truncateValue(pickAttributes(project.body, attributes), 4000) as Record<string, unknown>
    return { ...row, stats: stats.body, version: project.version }
  },
}

const inactiveStatuses = ['completed', 'archived', 'on_hold', 'backlog']

async function readDay(ctx: ToolContext): Promise<Record<string, unknown>> {
  const { api } = ctx
  const statuses = (api.operation('tasks.list').filters!.status as { values: readonly string[] }).values
  const open = statuses.filter((status) => !inactiveStatuses.includes(status))
  const me = await api.call('me.read')
  const today = toLocalDate(api.now, me.body.time_zone as string)
  const mine = { org_id: api.orgId, 'filter[assignee]': 'me', limit: 50 }
  const [due, inProgress, unread] = await Promise.all([
    readTaskPage(ctx, {
      ...mine,
      'filter[status]': open.join(),
      'filter[due_before]': today,
      sort_by: 'due_date',
    }),
    readTaskPage(ctx, { ...mine, 'filter[status]': 'in_progress' }),
    api.call('notifications.count', { query: { org_id: api.orgId } }),
  ])
  return {
    today,
    due: due.rows,
    in_progress: inProgress.rows,
    unread_notifications: unread.body.unread,
    truncated: due.next_cursor !== null || inProgress.next_cursor !== null,
  }
}

export async function readMcpResource(ctx: ToolContext, uri: string) {
  const [, kind, id] = /^svc:\/\/(task|project)\/([A-Za-z0-9]{1,64})$/.exec(uri) ?? []
  if (kind === undefined && uri !== 'svc://me/today') throw new ToolError('Unknown resource URI.')
  const data = kind === undefined ? await readDay(ctx) : await readers[kind]!(ctx, id!)
  const text = JSON.stringify({ untrusted: true, notice, ...escapeInvisibleAll(data) })
  return { contents: [{ uri, mimeType, text }] }
}
