import { inputOf, keyInput, outputOf, versionInput } from '../schemas.ts'
import { overwriting, type Tool } from '../tool.ts'
import { each } from './batches.ts'

const results = outputOf({
  done: { type: 'integer' },
  failed: { type: 'integer' },
  results: { type: 'array', items: { type: 'object' } },
})

interface Many {
  version?: string
  idempotency_key?: string
}

/** A tool that deletes several things of one kind by their ids. */
function deleting(name: string, title: string, op: string, id: string, more = ''): Tool {
  const ids = `${id}s`
  return {
    name,
    title,
    description: `Deletes for good; ${more}Each by itself: results tell of each.`,
    toolset: 'danger',
    annotations: overwriting,
    needs: [op],
    input: inputOf(
      {
        [ids]: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50 },
        version: { ...versionInput, description: 'Of a single one: refused if changed since.' },
        idempotency_key: keyInput,
      },
      [ids],
    ),
    batch: ids,
    output: results,
    run: (work, args: Many & Record<string, string[]>) =>
      each(work, args[ids]!, args.idempotency_key, async (one, key) => {
        await work.api.call(op, { params: { [id]: one }, key, version: args.version })
        return { [id]: one, deleted: true }
      }),
  }
}

const deleteProject: Tool = {
  name: 'delete_project',
  title: 'Delete a project',
  description: 'Deletes a project for good; everything in it goes with it.',
  toolset: 'danger',
  annotations: overwriting,
  needs: ['projects.delete'],
  may: ['projects.list'],
  input: inputOf(
    {
      project: { type: 'string', description: 'Name or id.' },
      version: versionInput,
      idempotency_key: keyInput,
    },
    ['project'],
  ),
  output: outputOf({ project_id: { type: 'string' }, deleted: { const: true } }),
  async run({ api, names }, { project, version, idempotency_key: key }: Many & { project: string }) {
    const project_id = await names.project(project)
    await api.call('projects.delete', { params: { org_or_project_id: project_id }, key, version })
    return { data: { project_id, deleted: true } }
  },
}

export const danger: Tool[] = [
  deleting(
    'delete_tasks',
    'Delete tasks',
    'tasks.delete',
    'task_id',
    'subtasks that you may delete go too. ',
  ),
  deleting(
    'delete_comments',
    'Delete comments',
    'task-comments.delete',
    'comment_id',
    'answers to them stay. ',
  ),
  deleting('delete_files', 'Delete files of tasks', 'task-attachments.delete', 'attachment_id'),
  deleteProject,
]
