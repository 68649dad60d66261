import { stringEnum } from '../../core/schema.ts'
import { orgRoles } from '../../core/caller.ts'
import { pageOfList, pageOutcome } from '../pages.ts'
import { Unfit } from '../refusals.ts'
import { picked } from '../results.ts'
import { cursorInput, inputOf, pageOf, plain } from '../schemas.ts'
import { reading, type Tool, type Work } from '../tool.ts'

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

/** Chooses the list operation: members of the project, the team or the organization. */
async function chooseList({ api, names }: Work, { project, team, search, role }: Args) {
  if (project !== undefined && team !== undefined) throw new Unfit('Send `project` or `team`, not both.')
  if (role !== undefined && (project ?? team) !== undefined)
    throw new Unfit('`role` is the role in the organization. Send it without `project` and `team`.')
  if (search !== undefined && team !== undefined)
    throw new Unfit('Members of a team cannot be searched. Send `team` without `search`.')
  if (project !== undefined)
    return { id: 'project-members.list', query: { project_id: await names.project(project), search } }
  if (team !== undefined)
    return { id: 'teams.list_members', params: { team_id: await names.team(team) }, query: {} }
  const params = { org_id: api.orgId }
  return { id: 'organization-members.list', params, query: { search, role } }
}

export const listMembers: Tool = {
  name: 'list_members',
  title: 'List members',
  description: 'Lists members of the organization, or of one project or team.',
  toolset: 'default',
  annotations: reading,
  needs: ['organization-members.list'],
  may: ['project-members.list', 'teams.list_members', 'projects.list', 'teams.list'],
  input: inputOf({
    project: { type: 'string', description: 'Name or id.' },
    team: { type: 'string', description: 'Name or id.' },
    search: { type: 'string', description: 'Text in the name; not with `team`.' },
    role: { ...plain(stringEnum(orgRoles) as never), description: 'Role in the organization.' },
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 100 },
    cursor: cursorInput,
  }),
  output: pageOf('members'),
  async run(work, args: Args) {
    const { id, params, query } = await chooseList(work, args)
    return pageOutcome('members', args.limit ?? 100, async (limit) => {
      const request = { query: { ...query, limit, cursor: args.cursor }, ...(params && { params }) }
      const { body } = await work.api.call(id, request)
      return pageOfList(body, (row: Row) => picked(row, memberAttributes))
    })
  },
}
