import * as s from '../../core/schema.ts'
import { orgRoles } from '../../core/caller.ts'
import { toRowPage, buildListOutcome } from '../pages.ts'
import { ToolError } from '../errors.ts'
import { pickAttributes } from '../results.ts'
import { cursorInput, buildInputSchema, buildListOutputSchema, toToolSchema } from '../schemas.ts'
import { readAnnotations, type Tool, type ToolContext } from '../tool.ts'

interface Args {
  project?: string
  team?: string
  search?: string
  role?: string
  limit?: number
  cursor?: string
}

type Row = Record<string, unknown>

const memberAttributes = ['username', 'user_id', 'role', 'project_role', 'team_role', 'designation', 'kind']

async function chooseList({ api, names }: ToolContext, { project, team, search, role }: Args) {
  if (project !== undefined && team !== undefined) throw new ToolError('Send `project` or `team`, not both.')
  if (role !== undefined && (project ?? team) !== undefined)
    throw new ToolError('`role` is the role in the organization. Send it without `project` and `team`.')
  if (search !== undefined && team !== undefined)
    throw new ToolError('Members of a team cannot be searched. Send `team` without `search`.')
  if (project !== undefined)
    return { id: 'project-members.list', query: { project_id: await names.resolveProject(project), search } }
  if (team !== undefined)
    return { id: 'teams.list_members', params: { team_id: await names.resolveTeam(team) }, query: {} }
  const params = { org_id: api.orgId }
  return { id: 'organization-members.list', params, query: { search, role } }
}

export const listMembersTool: Tool = {
  name: 'list_members',
  title: 'List members',
  description: 'Lists members of the organization, or of one project or team.',
  toolset: 'default',
  annotations: readAnnotations,
  requiredOperations: ['organization-members.list'],
  optionalOperations: ['project-members.list', 'teams.list_members', 'projects.list', 'teams.list'],
  input: buildInputSchema({
    project: { type: 'string', description: 'Name or id.' },
    team: { type: 'string', description: 'Name or id.' },
    search: { type: 'string', description: 'Text in the name; not with `team`.' },
    role: { ...toToolSchema(s.stringEnum(orgRoles) as never), description: 'Role in the organization.' },
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 100 },
    cursor: cursorInput,
  }),
  output: buildListOutputSchema('members'),
  async run(ctx, args: Args) {
    const { id, params, query } = await chooseList(ctx, args)
    return buildListOutcome('members', args.limit ?? 100, async (limit) => {
      const request = { query: { ...query, limit, cursor: args.cursor }, ...(params && { params }) }
      const { body } = await ctx.api.call(id, request)
      return toRowPage(body, (row: Row) => pickAttributes(row, memberAttributes))
    })
  },
}
