import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid, notFound } from '../../kernel/problem.ts'
import { object, text } from '../../kernel/schema.ts'
import { canReadTask, namedTasks } from '../tasks/access.ts'
import { findTasks } from '../tasks/rows.ts'
import { asStop, editableStop } from './access.ts'
import * as queries from './queries.ts'
import { stopTasksFile, stopTasksFiled, stopTaskUnfiled } from './schemas.ts'

const params = object({ project_id: text(), stop_id: text() })
const taskParams = object({ project_id: text(), stop_id: text(), task_id: text() })
const path = '/v1/projects/{project_id}/stops/{stop_id}/tasks'
const rights = 'Owners and editors of the project, and org admins.'

export const fileStopTasks = operation({
  id: 'stops.file_tasks',
  method: 'POST',
  path,
  summary: 'File tasks to a stop',
  description: `${rights} Tasks of this project that you can read; all of them or none. A task may be at several stops.`,
  scope: 'projects:write',
  params,
  body: stopTasksFile,
  reply: { status: 200, schema: stopTasksFiled },
  problems: { 422: 'a task is missing, unseen, or of another project' },
  emits: ['roadmap_stop.updated'],
  example: { body: { task_ids: ['T1JM6SW2Z0A1B2C3D'] } },
  access: editableStop,
  async handle({ ctx, target, body }) {
    const loc = (id: string) => ['body', 'task_ids', body.task_ids.indexOf(id)]
    const ids = [...new Set(body.task_ids)]
    const tasks = await namedTasks(ctx, [target.org_id], ids, loc, false)
    const foreign = tasks.find((task) => task.project_id !== target.project_id)
    if (foreign) throw invalid(loc(foreign.task_id), 'The task lies in another project than the stop.')
    const { stop_id, version } = target
    const filed = await queries.fileTasks(ctx, target, ids)
    if (filed === 0) return answer({ ok: true, stop_id, filed }, version)
    await queries.updateStop(ctx, target)
    ctx.emit({ ...asStop(target), type: 'roadmap_stop.updated', before: { filed: null }, after: { filed } })
    return answer({ ok: true, stop_id, filed }, version + 1)
  },
})

export const unfileStopTask = operation({
  id: 'stops.unfile_task',
  method: 'DELETE',
  path: `${path}/{task_id}`,
  summary: 'Take a task away from a stop',
  description: rights,
  scope: 'projects:write',
  params: taskParams,
  reply: { status: 200, schema: stopTaskUnfiled },
  emits: ['roadmap_stop.updated'],
  access: editableStop,
  async handle({ ctx, target, params: { task_id } }) {
    const { stop_id } = target
    const [task] = await findTasks(ctx, [target.org_id], [task_id], false)
    if (!task || !canReadTask(ctx, task) || !(await queries.unfileTask(ctx, target, task_id)))
      throw notFound()
    await queries.updateStop(ctx, target)
    const change = { before: { unfiled: null }, after: { unfiled: 1 } }
    ctx.emit({ ...asStop(target), type: 'roadmap_stop.updated', ...change })
    return answer({ ok: true, stop_id, task_id }, target.version + 1)
  },
})
