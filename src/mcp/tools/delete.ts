import { buildInputSchema, keyInput, buildOutputSchema, versionInput } from '../schemas.ts'
import { overwriteAnnotations, type Tool } from '../tool.ts'
import { runBatch } from './batch.ts'

const results = buildOutputSchema({
  done: { type: 'integer' },
  failed: { type: 'integer' },
  results: { type: 'array', items: { type: 'object' } },
})

interface WriteOptions {
  version?: string
  idempotency_key?: string
}

function buildDeleteTool(name: string, title: string, op: string, id: string, summary: string): Tool {
  const ids = `${id}s`
  return {
    name,
    title,
    description: `${summary} Items are independent; the result reports each.`,
    toolset: 'danger',
    annotations: overwriteAnnotations,
    requiredOperations: [op],
    input: buildInputSchema(
      {
        [ids]: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50 },
        version: {
          ...versionInput,
          description: 'For a single id: `version` as read; fails if changed since.',
        },
        idempotency_key: keyInput,
      },
      [ids],
    ),
    batch: ids,
    output: results,
    run: (ctx, args: WriteOptions & Record<string, string[]>) =>
      runBatch(ctx, args[ids]!, args.idempotency_key, async (one, key) => {
        await ctx.api.call(op, { params: { [id]: one }, key, version: args.version })
        return { [id]: one, deleted: true }
      }),
  }
}

const deleteProject: Tool = {
  name: 'delete_project',
  title: 'Delete a project',
  description: 'Deletes a project with everything in it.',
  toolset: 'danger',
  annotations: overwriteAnnotations,
  requiredOperations: ['projects.delete'],
  optionalOperations: ['projects.list'],
  input: buildInputSchema(
    {
      project: { type: 'string', description: 'Name or id.' },
      version: versionInput,
      idempotency_key: keyInput,
    },
    ['project'],
  ),
  output: buildOutputSchema({ project_id: { type: 'string' }, deleted: { const: true } }),
  async run({ api, names }, { project, version, idempotency_key: key }: WriteOptions & { project: string }) {
    const project_id = await names.resolveProject(project)
    await api.call('projects.delete', { params: { org_or_project_id: project_id }, key, version })
    return { data: { project_id, deleted: true } }
  },
}

export const dangerTools: Tool[] = [
  buildDeleteTool(
    'delete_tasks',
    'Delete tasks',
    'tasks.delete',
    'task_id',
    'Deletes tasks, including subtasks that you may delete.',
  ),
  buildDeleteTool(
    'delete_comments',
    'Delete comments',
    'task-comments.delete',
    'comment_id',
    'Deletes comments; their replies are kept.',
  ),
  buildDeleteTool(
    'delete_files',
    'Delete files of tasks',
    'task-attachments.delete',
    'attachment_id',
    'Deletes files of tasks.',
  ),
  deleteProject,
]
