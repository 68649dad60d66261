import { sql, type Sql, buildAssignments } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { AuditColumns } from '../../../core/resource-fields.ts'
import { hasName, type NameQuery } from '../../../http/pagination/name-filter.ts'
import type { PageRequest, ListSpec } from '../../../http/pagination/pagination.ts'
import { toUniqueKey } from '../../../core/text.ts'
import { conflictOnDuplicate } from '../../../core/unique-violation.ts'
import { selectPageWithSummary } from '../../../http/pagination/page-with-summary.ts'
import type { OrgVisibility } from '../../work/projects/policy.ts'
import { buildVisibleProjectsCondition } from '../../work/projects/queries/visibility.ts'
import { selectContainerCounts, type TaskCounts } from '../../work/tasks/queries/container-counts.ts'
import { activeTeamMembers } from '../teams/queries/row.ts'
import type { milestone } from './schema.ts'
import type { Static } from '../../../core/schema.ts'

export type MilestoneRow = Omit<Static<typeof milestone>, 'stop_id' | 'task_count' | 'completed_count'> & AuditColumns

export type MilestoneFields = Pick<MilestoneRow, 'title' | 'target_date' | 'description' | 'owner_user_id'>
export type MilestoneStatusFields = Pick<MilestoneRow, 'status' | 'closed_at' | 'closed_by'>

const columns = sql`m.org_id, m.milestone_id, m.team_id, m.title, m.description, m.target_date, m.owner_user_id, m.status,
  m.closed_at, m.closed_by, m.is_active, m.version, m.created_by, m.updated_by, m.created_at, m.updated_at`

export const milestoneSorts: ListSpec = {
  sorts: {
    target_date: [{ sql: 'm.target_date', type: 'date' }],
    title: [{ sql: 'm.title_key', type: 'text' }],
    created_at: [{ sql: 'm.created_at', type: 'timestamptz' }],
  },
  // Open milestones by target date, then closed milestones, most recently closed first.
  defaultOrder: [
    { sql: "(m.status = 'closed')::int", type: 'integer' },
    { sql: "case when m.status = 'open' then m.target_date end", type: 'date', nullable: true },
    { sql: 'm.closed_at', type: 'timestamptz', nullable: true, desc: true },
  ],
  id: { sql: 'm.milestone_id', type: 'text' },
}

export interface MilestoneWithCounts extends MilestoneRow {
  counts: TaskCounts
  stop_id: string | null
}

const extraColumns = (ctx: Context, visibility: OrgVisibility): Sql => sql`
  ${selectContainerCounts(ctx, visibility, 'milestone_id', 'm.milestone_id')} as counts,
  (select s.stop_id from stops s join projects p on p.org_id = s.org_id and p.project_id = s.project_id
    where s.org_id = ${visibility.org_id} and s.stop_id = m.stop_id and p.deleted_at is null
      and ${buildVisibleProjectsCondition(visibility)}) as stop_id`

export const listMilestones = (
  ctx: Context,
  page: PageRequest,
  visibility: OrgVisibility,
  teamId: string,
  named: NameQuery,
) =>
  selectPageWithSummary<MilestoneWithCounts, { total: number }>(
    ctx,
    page,
    sql`select count(*) as total from milestones w
      where w.org_id = ${visibility.org_id} and w.team_id = ${teamId} and w.is_active and ${hasName('w.title', named, toUniqueKey)}`,
    ({ where, order, limit, columns: sorts }) => sql<MilestoneWithCounts>`
      select ${columns}, ${extraColumns(ctx, visibility)}, ${sorts} from milestones m
      where m.org_id = ${visibility.org_id} and m.team_id = ${teamId} and m.is_active
        and ${hasName('m.title', named, toUniqueKey)} and ${where} ${order} ${limit}`,
  )

export const findMilestone = (ctx: Context, visibility: OrgVisibility, teamId: string, milestoneId: string) =>
  ctx.db.queryRow(
    sql<MilestoneWithCounts>`select ${columns}, ${extraColumns(ctx, visibility)} from milestones m
      where m.org_id = ${visibility.org_id} and m.team_id = ${teamId} and m.milestone_id = ${milestoneId} and m.is_active`,
    { plan: 'custom' },
  )

export async function isActiveTeamMember(
  ctx: Context,
  { org_id, team_id }: Pick<MilestoneRow, 'org_id' | 'team_id'>,
  userId: string,
): Promise<boolean> {
  const found = await ctx.db.query(sql`
    select from ${activeTeamMembers}
    where tm.org_id = ${org_id} and tm.team_id = ${team_id} and tm.user_id = ${userId} and tm.is_active`)
  return found.length > 0
}

export const lockMilestone = (ctx: Context, team: Pick<MilestoneRow, 'org_id' | 'team_id'>, milestoneId: string) =>
  ctx.db.queryRow(sql<MilestoneRow>`
    select ${columns} from milestones m
    where m.org_id = ${team.org_id} and m.team_id = ${team.team_id} and m.milestone_id = ${milestoneId}
      and m.is_active for no key update`)

const titleTaken = 'The team already has a milestone with this title. Choose another title.'

/** Throws 409 when another milestone of the team has the title. */
export async function insertMilestone(
  ctx: Context,
  team: Pick<MilestoneRow, 'org_id' | 'team_id'>,
  fields: MilestoneFields,
): Promise<MilestoneRow> {
  const inserted = ctx.db.query(sql<MilestoneRow>`
    insert into milestones as m (org_id, team_id, milestone_id, title, title_key, target_date, description,
      owner_user_id, created_by, updated_by, created_at, updated_at)
    values (${team.org_id}, ${team.team_id}, ${ctx.newId('MS')}, ${fields.title}, ${toUniqueKey(fields.title)},
      ${fields.target_date}, ${fields.description}, ${fields.owner_user_id}, ${ctx.user.username}, ${ctx.user.username},
      ${ctx.now}, ${ctx.now}) returning ${columns}`)
  return (await conflictOnDuplicate('milestones_title', titleTaken, inserted))[0]!
}

async function saveColumns(
  ctx: Context,
  { org_id, milestone_id }: MilestoneRow,
  fields: Record<string, unknown>,
): Promise<MilestoneRow> {
  const changed = { ...fields, updated_by: ctx.user.username, updated_at: ctx.now }
  const updated = ctx.db.query(
    sql<MilestoneRow>`update milestones m set ${buildAssignments(changed)}, version = version + 1
      where m.org_id = ${org_id} and m.milestone_id = ${milestone_id} returning ${columns}`,
    { plan: 'custom' },
  )
  return (await conflictOnDuplicate('milestones_title', titleTaken, updated))[0]!
}

export const saveMilestone = (ctx: Context, milestone: MilestoneRow, fields: MilestoneFields & MilestoneStatusFields) =>
  saveColumns(ctx, milestone, {
    ...fields,
    ...(fields.title !== milestone.title && { title_key: toUniqueKey(fields.title) }),
  })

/** Marks a milestone as deleted and unpins it from the roadmap. Its title can be used again. */
export const markMilestoneDeleted = (ctx: Context, milestone: MilestoneRow, reason: string | null) =>
  saveColumns(ctx, milestone, { is_active: false, deleted_at: ctx.now, delete_reason: reason, stop_id: null })
