import type { AnyOperation } from '../../http/operation.ts'
import { ToolError } from '../errors.ts'
import { buildListOutcome } from '../pages.ts'
import {
  cursorInput,
  toFilterProperties,
  buildInputSchema,
  buildListOutputSchema,
  toSortProperties,
  type JsonSchema,
} from '../schemas.ts'
import { readAnnotations, type ToolOutcome, type Tool, type ToolContext } from '../tool.ts'
import { resolveOptionLabels } from '../custom-fields.ts'
import { readTaskPage } from './task-rows.ts'

/** Short descriptions that replace those of the operation; empty for none. */
const descriptions = {
  id: '',
  key: '',
  external: 'source:id.',
  status: '',
  priority: '',
  task_type: '',
  assignee: 'Usernames, me, __none__.',
  project: 'Names or ids; __unfiled__.',
  team: 'Names or ids; __none__.',
  sprint: 'Ids; with one team: names, current; __none__.',
  milestone: 'Ids; with one team: titles; __none__.',
  stop: '',
  goal: 'Ids; with one project: names; __none__.',
  section: 'Ids; with one project or team: names; __none__.',
  parent: 'Ids; __none__: top level.',
  blocked_by: '',
  search: 'In title, description, id, tags.',
  search_fields: '',
  updated_after: 'Date or date-time.',
  deleted: 'Only restorable.',
  due_after: '',
  due_before: '',
  start_after: '',
  start_before: '',
  undated: '',
  created_after: '',
  created_before: '',
  overdue: '',
  involves: 'Assigned, claimed or in a custom field.',
  claimed: '',
  custom: 'By key; ranges by key.from, key.to.',
  tags: '',
}

const KEYWORDS = ['me', '__none__', '__unfiled__']

type Args = Record<string, unknown> & { limit?: number; cursor?: string; count_by?: string }

async function resolveValues(ctx: ToolContext, name: string, values: string[], args: Args): Promise<string[]> {
  const resolveSingle = async (list: unknown, of: (text: string) => Promise<string>) =>
    Array.isArray(list) && list.length === 1 ? of(list[0] as string) : undefined
  const resolveTeam = () => resolveSingle(args.team, (text) => ctx.names.resolveTeam(text))
  const resolveProject = () => resolveSingle(args.project, (text) => ctx.names.resolveProject(text))
  const resolve: Record<string, (text: string) => Promise<string>> = {
    project: (text) => ctx.names.resolveProject(text),
    team: (text) => ctx.names.resolveTeam(text),
    assignee: (text) => resolveAssignee(ctx, text),
    sprint: async (text) => ctx.names.resolveSprint(text, await resolveTeam()),
    milestone: async (text) => ctx.names.resolveMilestone(text, await resolveTeam()),
    goal: async (text) => ctx.names.resolveGoal(text, await resolveProject()),
    section: async (text) => ctx.names.resolveSection(text, await resolveSectionScope(resolveProject, resolveTeam)),
  }
  const one = resolve[name]
  if (!one) return values
  const ids: string[] = []
  for (const value of values) ids.push(KEYWORDS.includes(value) ? value : await one(value))
  return ids
}

async function resolveSectionScope(
  project: () => Promise<string | undefined>,
  team: () => Promise<string | undefined>,
) {
  const inProject = await project()
  if (inProject !== undefined) return { scope_type: 'project', scope_id: inProject }
  const ofTeam = await team()
  return ofTeam === undefined ? undefined : { scope_type: 'team', scope_id: ofTeam }
}

/** Resolves a member, or a former member who is still the assignee of a task. */
async function resolveAssignee(ctx: ToolContext, text: string): Promise<string> {
  try {
    return await ctx.names.resolveMember(text)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const query = { org_id: ctx.api.orgId, 'filter[assignee]': text, limit: 1 }
    const { body } = await ctx.api.call('tasks.list', { query })
    if (body.data.length === 0) throw error
    return text
  }
}

export async function buildSearchQuery(ctx: ToolContext, args: Args): Promise<Record<string, unknown>> {
  const { limit: _, cursor: __, count_by: ___, sort_by, sort_order, custom = {}, ...filters } = args
  const query: Record<string, unknown> = { org_id: ctx.api.orgId, sort_by, sort_order }
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue
    const resolved = Array.isArray(value) ? await resolveValues(ctx, name, value as string[], args) : value
    query[`filter[${name}]`] = resolved
  }
  for (const [key, value] of Object.entries(await resolveOptionLabels(ctx, custom as Args)))
    query[`filter[custom.${key}]`] = Array.isArray(value) ? value.map(String) : String(value)
  return query
}

/** Names the groups in the description, because a custom field is not in an enum. */
const groupBySchema = (op: AnyOperation): JsonSchema => {
  const { group_by } = (op.query as unknown as { properties: Record<string, { anyOf: { enum: string[] }[] }> })
    .properties
  return { type: 'string', description: `Counts by ${group_by!.anyOf[0]!.enum.join(', ')} or custom.KEY instead.` }
}

const MAX_GROUPS = 100

async function countOutcome({ api }: ToolContext, query: Args, group_by: string): Promise<ToolOutcome> {
  const { sort_by: _, sort_order: __, ...filters } = query
  const { body } = await api.call('tasks.count', { query: { ...filters, group_by } })
  const { count, groups } = body as { count: number; groups: { key: string | null; count: number }[] }
  const shown = groups.slice(0, MAX_GROUPS)
  const data = { count, groups: shown, truncated: groups.length > shown.length, next_cursor: null }
  return { data, rows: 'groups' }
}

export const buildSearchTasksTool = (operation: (id: string) => AnyOperation): Tool => ({
  name: 'search_tasks',
  title: 'Search tasks',
  description: 'Lists tasks that match all filters, each by any of its values.',
  toolset: 'default',
  annotations: readAnnotations,
  requiredOperations: ['tasks.list'],
  optionalOperations: [
    'tasks.count',
    'projects.list',
    'teams.list',
    'organization-members.list',
    'sprints.list',
    'sprints.current',
    'milestones.list',
    'goals.list',
    'sections.list',
    'fields.list',
  ],
  input: buildInputSchema({
    ...toFilterProperties(operation('tasks.list'), descriptions),
    ...toSortProperties(operation('tasks.list')),
    count_by: groupBySchema(operation('tasks.count')),
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    cursor: cursorInput,
  }),
  output: buildListOutputSchema('tasks'),
  async run(ctx, args: Args) {
    const query = await buildSearchQuery(ctx, args)
    if (args.count_by !== undefined) return countOutcome(ctx, query, args.count_by)
    const read = (limit: number) => readTaskPage(ctx, { ...query, limit, cursor: args.cursor })
    return buildListOutcome('tasks', args.limit ?? 50, read)
  },
})
