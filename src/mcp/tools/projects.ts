import type { AnyOperation } from '../../http/operation.ts'
import { toRowPage, buildListOutcome } from '../pages.ts'
import { truncateValue, pickAttributes } from '../results.ts'
import { ToolError } from '../errors.ts'
import {
  toBodyProperties,
  buildClearInput,
  cursorInput,
  buildInputSchema,
  keyInput,
  buildOutputSchema,
  buildListOutputSchema,
  versionInput,
  type BodyMapping,
} from '../schemas.ts'
import { overwriteAnnotations, readAnnotations, type Tool, type ToolContext } from '../tool.ts'

/** Attributes of a project in lists. A test compares them with the operation. */
export const projectAttributes = [
  'project_id',
  'name',
  'prefix',
  'status',
  'priority',
  'owner',
  'team_id',
  'visibility',
  'start_date',
  'end_date',
  'tasks_total',
  'tasks_completed',
] as const

type Row = Record<string, unknown>

export const listProjectsTool: Tool = {
  name: 'list_projects',
  title: 'List projects',
  description: 'Lists the projects that you can read, with task counts.',
  toolset: 'default',
  annotations: readAnnotations,
  requiredOperations: ['projects.list'],
  input: buildInputSchema({
    search: { type: 'string', description: 'Text in the name.' },
    archived: { type: 'boolean', description: 'Include archived projects.' },
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 100 },
    cursor: cursorInput,
  }),
  output: buildListOutputSchema('projects'),
  run: ({ api }, args: { search?: string; archived?: boolean; limit?: number; cursor?: string }) =>
    buildListOutcome('projects', args.limit ?? 100, async (limit) => {
      const query = { search: args.search, limit, cursor: args.cursor, show_all: args.archived || undefined }
      const { body } = await api.call('projects.list', { params: { org_or_project_id: api.orgId }, query })
      return toRowPage(body, (row: Row) => pickAttributes(row, projectAttributes))
    }),
}

export const projectBodyMapping: BodyMapping = {
  omitted: [
    'org_id',
    'project_id',
    'metadata',
    'color',
    'icon',
    'is_active',
    'delete_reason',
    'team_member_designations',
    'owner_designation',
    'editors_can_add_members',
  ],
  renamed: {
    name: { as: 'name', description: '' },
    prefix: { as: 'prefix', description: 'First part of task keys, as QUAY.' },
    description: { as: 'description', description: '' },
    team_id: { as: 'team', description: 'Name or id.' },
    status: { as: 'status', description: '' },
    priority: { as: 'priority', description: '' },
    preset: { as: 'preset', description: 'Sections of a new project.' },
    visibility: {
      as: 'visibility',
      description: 'public: readable by all members except guests; private: by project members and admins.',
    },
    end_date: { as: 'end_date', description: 'Last day, not before start_date.' },
    owner: { as: 'owner', description: 'Username, or me.' },
    team_members: {
      as: 'team_members',
      description: 'Usernames of all members except owners; replaces the list.',
    },
  },
}

interface Args {
  project?: string
  version?: string
  clear?: string[]
  idempotency_key?: string
  [attribute: string]: unknown
}

async function buildBody({ names, api }: ToolContext, { team, owner, team_members, ...rest }: Row): Promise<Row> {
  const body: Row = { ...rest }
  if (team !== undefined) body.team_id = typeof team === 'string' ? await names.resolveTeam(team) : team
  if (owner !== undefined)
    body.owner = owner === 'me' ? api.caller.user.username : await names.resolveMember(owner as string)
  if (team_members)
    body.team_members = await Promise.all((team_members as string[]).map((one) => names.resolveMember(one)))
  return body
}

export const buildSaveProjectTool = (operation: (id: string) => AnyOperation): Tool => ({
  name: 'save_project',
  title: 'Create or update a project',
  description: 'Updates the attributes sent of `project`; without `project`, creates one.',
  toolset: 'default',
  annotations: { ...overwriteAnnotations, idempotentHint: false },
  requiredOperations: ['projects.create', 'projects.update'],
  optionalOperations: ['projects.list', 'teams.list', 'organization-members.list'],
  input: buildInputSchema({
    project: { type: 'string', description: 'Name or id of the project to update.' },
    ...toBodyProperties(operation('projects.create'), projectBodyMapping),
    clear: {
      ...buildClearInput(operation('projects.update'), projectBodyMapping),
      description: 'Attributes to clear.',
    },
    version: versionInput,
    idempotency_key: keyInput,
  }),
  output: buildOutputSchema({ project_id: { type: 'string' }, version: { type: 'string' } }),
  async run(ctx, { project, version, clear = [], idempotency_key: key, ...attributes }: Args) {
    const { api, names } = ctx
    for (const name of clear) attributes[name] = null
    if (project === undefined && attributes.name === undefined)
      throw new ToolError('A new project requires a `name`. To update a project, send `project`.')
    if (project !== undefined && attributes.preset !== undefined)
      throw new ToolError('A `preset` is for a new project only. Leave it out, or leave out `project`.')
    const body = await buildBody(ctx, attributes)
    const saved =
      project === undefined
        ? await api.call('projects.create', { body: { ...body, org_id: api.orgId }, key })
        : await api.call('projects.update', {
            params: { org_or_project_id: await names.resolveProject(project) },
            body,
            key,
            version,
          })
    const row = pickAttributes(saved.body, [...projectAttributes, 'description', 'team_members'])
    return { data: { ...(truncateValue(row) as Row), version: saved.version } }
  },
})
