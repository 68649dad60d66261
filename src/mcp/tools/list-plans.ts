import { buildListOutcome, type RowPage } from '../pages.ts'
import { ToolError } from '../errors.ts'
import { truncateValue, pickAttributes } from '../results.ts'
import { buildInputSchema, cursorInput, buildListOutputSchema } from '../schemas.ts'
import { readAnnotations, type Tool, type ToolContext } from '../tool.ts'

const kinds = ['goals', 'sprints', 'milestones', 'stops'] as const
type Kind = (typeof kinds)[number]

interface Args {
  project?: string
  team?: string
  kinds?: Kind[]
  limit?: number
  cursor?: string
}

type Row = Record<string, unknown>
interface PlanScope {
  project_id: string | undefined
  team_id: string | undefined
}

const attributes = {
  goals: ['goal_id', 'project_id', 'name', 'status', 'target_date', 'tasks_total', 'tasks_completed', 'description'],
  sprints: [
    'sprint_id',
    'team_id',
    'name',
    'status',
    'start_date',
    'end_date',
    'goal',
    'task_count',
    'completed_count',
    'description',
  ],
  milestones: [
    'milestone_id',
    'team_id',
    'title',
    'status',
    'target_date',
    'task_count',
    'completed_count',
    'description',
  ],
  stops: ['stop_id', 'project_id', 'title', 'target_date', 'done', 'total', 'milestone_ids', 'description'],
}

const present = (kind: Kind, row: Row): Row => ({
  kind: kind.slice(0, -1),
  ...(truncateValue(pickAttributes(row, attributes[kind])) as Row),
})

/** Reads a page of each kind, with the cursor of its operation. */
const readers: Record<Kind, (ctx: ToolContext, scope: PlanScope, limit: number, cursor?: string) => Promise<RowPage>> =
  {
    goals: ({ api }, { project_id }, limit, cursor) =>
      read(api, 'goals', 'goals.list', { project_id: project_id! }, { limit, cursor }),
    sprints: ({ api }, { team_id }, limit, cursor) =>
      read(api, 'sprints', 'sprints.list', { team_id: team_id! }, { limit, cursor }),
    milestones: ({ api }, { team_id }, limit, cursor) =>
      read(api, 'milestones', 'milestones.list', { team_id: team_id! }, { limit, cursor }),
    async stops({ api }, { project_id, team_id }, limit, cursor) {
      const { body } =
        project_id === undefined
          ? await api.call('roadmap.team', { params: { team_id: team_id! } })
          : await api.call('roadmap.project', { params: { project_id } })
      const stops = new Map<string, Row>()
      for (const project of body.projects ?? [body])
        for (const journey of project.journeys ?? []) for (const stop of journey.stops) stops.set(stop.stop_id, stop)
      const from = Number(cursor ?? 0)
      const end = from + limit
      const rows = [...stops.values()].slice(from, end).map((stop) => present('stops', stop))
      return { rows, next_cursor: end < stops.size ? String(end) : null }
    },
  }

async function read(
  api: ToolContext['api'],
  kind: Kind,
  id: string,
  params: Record<string, string>,
  query: Row,
): Promise<RowPage> {
  const { body } = await api.call(id, { params, query })
  return { rows: body.data.map((row: Row) => present(kind, row)), next_cursor: body.next_cursor }
}

/** Reads several kinds as one list; its cursor is `kind:cursor`. */
async function readAll(
  ctx: ToolContext,
  scope: PlanScope,
  wanted: readonly Kind[],
  limit: number,
  cursor?: string,
): Promise<RowPage> {
  const [kind, rest] = cursor === undefined ? [wanted[0]!, undefined] : parseCursor(cursor, wanted)
  const rows: Row[] = []
  let at = wanted.indexOf(kind)
  let kindCursor: string | undefined = rest
  for (; at < wanted.length; at++, kindCursor = undefined) {
    if (rows.length === limit) return { rows, next_cursor: `${wanted[at]!}:` }
    const page = await readers[wanted[at]!](ctx, scope, limit - rows.length, kindCursor)
    rows.push(...page.rows)
    if (page.next_cursor !== null) return { rows, next_cursor: `${wanted[at]!}:${page.next_cursor}` }
  }
  return { rows, next_cursor: null }
}

function parseCursor(cursor: string, wanted: readonly Kind[]): [Kind, string | undefined] {
  const at = cursor.indexOf(':')
  const kind = wanted.find((one) => one === cursor.slice(0, at))
  if (!kind) throw new ToolError('`cursor` is not a `next_cursor` of list_plans with these arguments.')
  return [kind, cursor.slice(at + 1) || undefined]
}

export const listPlansTool: Tool = {
  name: 'list_plans',
  title: 'List plans',
  description:
    'Lists goals and roadmap stops of a project, and sprints and milestones of a team (default: the team of the project).',
  toolset: 'default',
  annotations: readAnnotations,
  requiredOperations: [],
  optionalOperations: [
    'goals.list',
    'sprints.list',
    'milestones.list',
    'roadmap.project',
    'roadmap.team',
    'projects.list',
    'projects.read',
    'teams.list',
  ],
  input: buildInputSchema({
    project: { type: 'string', description: 'Name or id.' },
    team: { type: 'string', description: 'Name or id.' },
    kinds: { type: 'array', items: { type: 'string', enum: [...kinds] } },
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 100 },
    cursor: cursorInput,
  }),
  output: buildListOutputSchema('plans'),
  async run(ctx, args: Args) {
    const { names } = ctx
    const project_id = args.project === undefined ? undefined : await names.resolveProject(args.project)
    let team_id = args.team === undefined ? undefined : await names.resolveTeam(args.team)
    if (project_id === undefined && team_id === undefined) throw new ToolError('Send a `project` or a `team`.')
    if (team_id === undefined && project_id !== undefined) team_id = await names.findProjectTeam(project_id)
    const available: Record<Kind, boolean> = {
      goals: project_id !== undefined,
      sprints: team_id !== undefined,
      milestones: team_id !== undefined,
      stops: true,
    }
    if (args.kinds?.some((kind) => !available[kind]))
      throw new ToolError('Goals need a `project`, sprints and milestones a `team`.')
    const wanted = kinds.filter((kind) => available[kind] && (args.kinds?.includes(kind) ?? true))
    return buildListOutcome('plans', args.limit ?? 100, (limit) =>
      readAll(ctx, { project_id, team_id }, wanted, limit, args.cursor),
    )
  },
}
