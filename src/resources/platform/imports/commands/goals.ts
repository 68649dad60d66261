import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { importGoal, saveImportedGoal, type GoalRow } from '../../../planning/goals/import.ts'
import type { GoalCreate } from '../../../planning/goals/schema.ts'
import { cutText, requireValidContainer, type MadeContainer } from './container-checks.ts'
import { loadImportedUsers } from './people.ts'
import { findProjectId } from './references.ts'
import { toPastTime, type ImportRun } from './run.ts'

const MAX_GOAL_NAME = 200
const MAX_GOAL_DESCRIPTION = 2000

function reportCut(
  run: ImportRun,
  kind: 'goals',
  numbered: NumberedRow<'goals'>,
  field: 'name' | 'description',
  max: number,
) {
  const text = numbered.row[field]?.trim()
  if (text && [...text].length > max) run.report('changed', kind, numbered, `was cut to ${max} characters`, field, text)
}

async function closeGoal(
  run: ImportRun,
  ctx: Context,
  goal: GoalRow,
  row: NumberedRow<'goals'>['row'],
): Promise<number> {
  const users = await loadImportedUsers(run, ctx, [row.closed_by])
  const closed_by = users.get(row.closed_by ?? '')?.username ?? ctx.user.username
  const closed_at = toPastTime(ctx, row.closed_at ?? ctx.now)
  return (await saveImportedGoal(ctx, goal, { status: 'closed', closed_at, closed_by })).version
}

/** Creates a goal, which may be closed. */
export async function createImportedGoal(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedRow<'goals'>,
): Promise<MadeContainer | null> {
  const { row } = numbered
  const project_id = await findProjectId(run, ctx, row.project)
  if (project_id === null) {
    run.report('skipped', 'goals', numbered, 'its project has not been imported')
    return null
  }
  const body = {
    name: cutText(row.name, MAX_GOAL_NAME),
    target_date: row.target_date ?? null,
    description: row.description ? cutText(row.description, MAX_GOAL_DESCRIPTION) : null,
  }
  requireValidContainer('goals', body)
  reportCut(run, 'goals', numbered, 'name', MAX_GOAL_NAME)
  reportCut(run, 'goals', numbered, 'description', MAX_GOAL_DESCRIPTION)
  const goal = { ...(body as unknown as GoalCreate), ...body, converted_from_task_id: null }
  const created = await importGoal(ctx, { org_id: run.orgId, project_id }, goal)
  const version = row.status === 'closed' ? await closeGoal(run, ctx, created, row) : created.version
  return { id: created.goal_id, version, existing: false }
}
