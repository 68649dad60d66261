import type { MilestoneFields, MilestoneStatusFields, MilestoneRow } from './queries.ts'
import type { MilestoneCreate, MilestoneUpdate } from './schema.ts'

export const milestoneEditableFields = [
  'title',
  'target_date',
  'description',
  'owner_user_id',
] as const satisfies (keyof MilestoneFields)[]
export const milestoneStatusFields = [
  'status',
  'closed_at',
  'closed_by',
] as const satisfies (keyof MilestoneStatusFields)[]

const normalizeUserId = (userId: string | null | undefined) => userId?.toLowerCase() ?? null

export const newMilestone = (body: MilestoneCreate): MilestoneFields => ({
  title: body.title,
  target_date: body.target_date,
  description: body.description ?? null,
  owner_user_id: normalizeUserId(body.owner_user_id),
})

export function applyMilestoneUpdate(
  stored: MilestoneRow,
  body: MilestoneUpdate,
  by: { username: string; now: string },
): MilestoneFields & MilestoneStatusFields {
  const { status, closed_at, closed_by } = stored
  const closed = body.status === 'closed'
  const statusUnchanged = body.status == null || body.status === status
  return {
    title: body.title ?? stored.title,
    target_date: body.target_date ?? stored.target_date,
    description: body.description === undefined ? stored.description : body.description,
    owner_user_id: body.owner_user_id === undefined ? stored.owner_user_id : normalizeUserId(body.owner_user_id),
    ...(statusUnchanged
      ? { status, closed_at, closed_by }
      : { status: body.status!, closed_at: closed ? by.now : null, closed_by: closed ? by.username : null }),
  }
}

export const updatesOnlyStatus = (body: MilestoneUpdate): boolean =>
  milestoneEditableFields.every((name) => body[name] === undefined)
