import { scopeNames } from '../../core/scopes.ts'
import { toLocalDate } from '../../core/time-zones.ts'
import { pickAttributes } from '../results.ts'
import { listProjectFields } from '../custom-fields.ts'
import { buildInputSchema, buildOutputSchema } from '../schemas.ts'
import { readAnnotations, type Tool, type ToolContext } from '../tool.ts'
import { readStreamHead } from './list-changes.ts'

const MAX_ROWS = 25

type Row = Record<string, unknown>

async function listFirst({ api }: ToolContext, id: string, params: Record<string, string>, names: string[]) {
  const missing = api.listMissingScopes([id])
  if (missing.length > 0) return { missing }
  const { body } = await api.call(id, { params, query: { limit: MAX_ROWS } })
  return {
    rows: (body.data as Row[]).map((row) => pickAttributes(row, names)),
    truncated: (body.next_cursor as string | null) !== null,
  }
}

export const getContextTool: Tool = {
  name: 'get_context',
  title: 'Get context',
  description: 'Returns the user, the organization, its teams and first projects, and today’s date. Call this first.',
  toolset: 'default',
  annotations: readAnnotations,
  requiredOperations: ['me.read'],
  optionalOperations: ['projects.list', 'teams.list', 'events.stream', 'fields.list'],
  input: buildInputSchema({ project: { type: 'string', description: 'Lists its custom fields.' } }),
  output: buildOutputSchema({ username: { type: 'string' }, truncated: { type: 'boolean' } }),
  async run(ctx, { project }: { project?: string }) {
    const { api, names } = ctx
    const { token } = api.caller
    const [me, projects, teams, since_next] = await Promise.all([
      api.call('me.read'),
      listFirst(ctx, 'projects.list', { org_or_project_id: api.orgId }, ['project_id', 'name', 'prefix', 'team_id']),
      listFirst(ctx, 'teams.list', {}, ['team_id', 'name', 'team_role']),
      readStreamHead(ctx),
    ])
    const fields = project === undefined ? undefined : await listProjectFields(ctx, await names.resolveProject(project))
    const { time_zone } = me.body as { time_zone: string }
    const [organization] = me.body.organizations as Row[]
    const more = { projects: projects.truncated ?? false, teams: teams.truncated ?? false }
    return {
      data: {
        username: me.body.principal.username,
        kind: me.body.principal.type,
        organization: pickAttributes(organization!, ['org_id', 'name', 'role', 'designation']),
        today: toLocalDate(api.now, time_zone),
        time_zone,
        token: {
          scopes: scopeNames.filter((scope) => api.caller.hasScope(scope)),
          ...(token!.kind === 'test' && { reads_only: true }),
          ...(token!.project_ids && { only_projects: token!.project_ids }),
        },
        teams: teams.rows ?? { needs: teams.missing },
        projects: projects.rows ?? { needs: projects.missing },
        ...(fields && { fields }),
        truncated: more.projects || more.teams,
        more,
        since_next,
      },
    }
  },
}
