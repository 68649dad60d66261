import type { AnyOperation } from '../../http/operation.ts'
import { ToolError } from '../errors.ts'
import {
  toBodyProperties,
  buildClearInput,
  buildInputSchema,
  keyInput,
  buildOutputSchema,
  versionInput,
  type BodyMapping,
} from '../schemas.ts'
import { createAnnotations, overwriteAnnotations, type Tool, type ToolContext } from '../tool.ts'
import { runBatch } from './batch.ts'
import { resolveOptionLabels } from '../custom-fields.ts'
import { presentWrittenTask } from './task-rows.ts'

/** Attributes that only call_operation accepts, since agents rarely need them. */
const OMITTED_ATTRIBUTES = ['org_id', 'is_subtask', 'type_data', 'metadata', 'bug_id', 'tracker_id', 'restricted_to']
const NAME_OR_ID = 'Name or id.'
const containers = {
  project_id: { as: 'project', description: NAME_OR_ID },
  team_id: { as: 'team', description: NAME_OR_ID },
  sprint_id: { as: 'sprint', description: 'Name or id; with team also current.' },
  milestone_id: { as: 'milestone', description: 'Title or id.' },
  goal_id: { as: 'goal', description: NAME_OR_ID },
}
const named = {
  ...containers,
  assignee: { as: 'assignee', description: 'Username, or me.' },
  custom: { as: 'custom', description: 'Custom fields by key.' },
  sub_tasks: { as: 'sub_tasks', description: 'IDs of all, in order.' },
  dependencies: { as: 'dependencies', description: 'IDs of all.' },
  tags: { as: 'tags', description: 'Without commas.' },
}

export const taskBodyMappings: Record<'create' | 'update', BodyMapping> = {
  create: { omitted: OMITTED_ATTRIBUTES, renamed: named },
  update: { omitted: [...OMITTED_ATTRIBUTES, ...Object.keys(containers)], renamed: named },
}

type Args = Record<string, unknown>

/** Resolves container names to ids; null removes a task from a container. */
async function resolveContainers({ names }: ToolContext, args: Args): Promise<Args> {
  const getText = (name: string) => args[name] as string | null | undefined
  const resolveReference = async (name: string, resolve: (value: string) => Promise<string>) => {
    const value = getText(name)
    return value === undefined || value === null ? value : resolve(value)
  }
  const project_id = await resolveReference('project', (value) => names.resolveProject(value))
  const team_id = await resolveReference('team', (value) => names.resolveTeam(value))
  // Names of sprints and milestones are looked up in the team, or in the team of the project.
  const findTeam = () => team_id ?? (project_id ? names.findProjectTeam(project_id) : undefined)
  return omitUndefined({
    project_id,
    team_id,
    sprint_id: await resolveReference('sprint', async (value) => names.resolveSprint(value, await findTeam())),
    milestone_id: await resolveReference('milestone', async (value) => names.resolveMilestone(value, await findTeam())),
    goal_id: await resolveReference('goal', (value) => names.resolveGoal(value, project_id ?? undefined)),
  })
}

const toNulls = (names: readonly string[]): Args => Object.fromEntries(names.map((name) => [name, null]))

const omitUndefined = (values: Args): Args =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const resolveCustom = async (ctx: ToolContext, custom: unknown) =>
  custom == null ? {} : { custom: await resolveOptionLabels(ctx, custom as Args) }

async function buildBody(ctx: ToolContext, args: Args): Promise<Args> {
  const { project: _, team: __, sprint: ___, milestone: ____, goal: _____, assignee, custom, ...rest } = args
  const username =
    assignee === 'me'
      ? ctx.api.caller.user.username
      : typeof assignee === 'string'
        ? await ctx.names.resolveMember(assignee)
        : assignee
  return omitUndefined({
    ...rest,
    ...(await resolveContainers(ctx, args)),
    assignee: username,
    ...(await resolveCustom(ctx, custom)),
  })
}

const results = buildOutputSchema({
  done: { type: 'integer' },
  failed: { type: 'integer' },
  results: { type: 'array', items: { type: 'object' } },
})
const may = [
  'projects.list',
  'teams.list',
  'sprints.list',
  'sprints.current',
  'milestones.list',
  'goals.list',
  'organization-members.list',
  'projects.read',
  'fields.list',
]

export const buildCreateTasksTool = (operation: (id: string) => AnyOperation): Tool => ({
  name: 'create_tasks',
  title: 'Create tasks',
  description: 'Creates tasks. Items are independent.',
  toolset: 'default',
  annotations: createAnnotations,
  requiredOperations: ['tasks.create'],
  optionalOperations: may,
  input: buildInputSchema(
    {
      tasks: {
        type: 'array',
        minItems: 1,
        maxItems: 25,
        items: buildInputSchema(toBodyProperties(operation('tasks.create'), taskBodyMappings.create), ['title']),
      },
      idempotency_key: keyInput,
    },
    ['tasks'],
  ),
  batch: 'tasks',
  output: results,
  run: (ctx, { tasks, idempotency_key }: { tasks: Args[]; idempotency_key?: string }) =>
    runBatch(ctx, tasks, idempotency_key, async (task, key) => {
      const body = { ...(await buildBody(ctx, task)), org_id: ctx.api.orgId }
      const created = await ctx.api.call('tasks.create', { body, key })
      return presentWrittenTask(created.body, created.version)
    }),
})

export const buildUpdateTasksTool = (operation: (id: string) => AnyOperation): Tool => ({
  name: 'update_tasks',
  title: 'Update tasks',
  description: 'Updates the attributes sent. Items are independent.',
  toolset: 'default',
  annotations: overwriteAnnotations,
  requiredOperations: ['tasks.update'],
  optionalOperations: [...may, 'tasks.read', 'claims.release'],
  input: buildInputSchema(
    {
      updates: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        items: buildInputSchema(
          {
            task_id: { type: 'string' },
            version: versionInput,
            ...toBodyProperties(operation('tasks.update'), taskBodyMappings.update),
            clear: buildClearInput(operation('tasks.update'), taskBodyMappings.update),
            release: { type: 'boolean', description: 'Ends your claim.' },
          },
          ['task_id'],
        ),
      },
      idempotency_key: keyInput,
    },
    ['updates'],
  ),
  batch: 'updates',
  output: results,
  run: (ctx, { updates, idempotency_key }: { updates: Update[]; idempotency_key?: string }) =>
    runBatch(ctx, updates, idempotency_key, (update, key) => updateTask(ctx, update, key)),
})

interface Update extends Args {
  task_id: string
  version?: string
  clear?: string[]
  release?: boolean
}

async function updateTask(
  ctx: ToolContext,
  { task_id, version, clear = [], release = false, ...changes }: Update,
  key: string | undefined,
) {
  const body = await buildBody(ctx, { ...changes, ...toNulls(clear) })
  if (release) return releaseTask(ctx, task_id, body, { key, version })
  if (Object.keys(body).length === 0)
    throw new ToolError('Nothing to update. Send attributes, or list attributes to remove in `clear`.')
  const updated = await ctx.api.call('tasks.update', { params: { task_id }, body, key, version })
  return presentWrittenTask(updated.body, updated.version)
}

/** Updates a task and ends the caller's claim; without changes, what the claim changed is reverted. */
async function releaseTask(
  { api }: ToolContext,
  task_id: string,
  set: Args,
  headers: { key: string | undefined; version: string | undefined },
) {
  const { body } = await api.call('tasks.read', { params: { task_id } })
  const { claim } = body as { claim: { generation: number } | null }
  if (!claim) throw new ToolError('The task has no claim. Update it without `release`.')
  const released = await api.call('claims.release', {
    params: { task_id },
    body: { generation: claim.generation, ...(Object.keys(set).length > 0 && { set }) },
    ...headers,
  })
  return presentWrittenTask(released.body, released.version)
}

export const moveTasksTool: Tool = {
  name: 'move_tasks',
  title: 'Move tasks',
  description: 'Moves tasks to other containers. Items are independent.',
  toolset: 'default',
  annotations: { ...overwriteAnnotations, idempotentHint: false },
  requiredOperations: ['tasks.update'],
  optionalOperations: [...may, 'tasks.set_section', 'sections.list', 'sections.read'],
  input: buildInputSchema(
    {
      task_ids: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50 },
      ...Object.fromEntries(
        Object.values(containers).map(({ as, description }) => [as, { type: 'string', description }]),
      ),
      take_out_of: {
        type: 'array',
        items: { type: 'string', enum: Object.values(containers).map(({ as }) => as) },
      },
      section: { type: 'string', description: 'Id, or name with project or team.' },
      version: {
        ...versionInput,
        description: 'For a single task.',
      },
      idempotency_key: keyInput,
    },
    ['task_ids'],
  ),
  batch: 'task_ids',
  output: results,
  async run(ctx, args: Args & { task_ids: string[]; version?: string; idempotency_key?: string }) {
    const { task_ids, version, idempotency_key } = args
    const removedFrom = (args.take_out_of ?? []) as string[]
    const body = await resolveContainers(ctx, { ...args, ...toNulls(removedFrom) })
    const section = await resolveSection(ctx, args.section as string | undefined, body)
    if (Object.keys(body).length === 0 && !section)
      throw new ToolError('Send a destination, such as `project`, or `take_out_of`.')
    return runBatch(ctx, task_ids, idempotency_key, async (task_id, key) => {
      const params = { task_id }
      const moved =
        Object.keys(body).length > 0 ? await ctx.api.call('tasks.update', { params, body, key, version }) : undefined
      if (!section) return presentWrittenTask(moved!.body, moved!.version)
      const request = { params, body: section, key: key && `${key}-section` }
      const placed = await ctx.api.call('tasks.set_section', moved ? request : { ...request, version })
      return {
        task_id,
        section_id: placed.body.section_id,
        ...(moved && presentWrittenTask(moved.body, undefined)),
      }
    })
  },
}

async function resolveSection(ctx: ToolContext, text: string | undefined, container: Args) {
  if (text === undefined) return undefined
  const { project_id, team_id } = container as { project_id?: string; team_id?: string }
  const scope = project_id
    ? { scope_type: 'project', scope_id: project_id }
    : team_id && { scope_type: 'team', scope_id: team_id }
  const section_id = await ctx.names.resolveSection(text, scope || undefined)
  const { body } = await ctx.api.call('sections.read', { params: { section_id } })
  return { scope_type: body.scope_type as string, scope_id: body.scope_id as string, section_id }
}
