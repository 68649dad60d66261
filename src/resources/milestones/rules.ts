/** What holds for milestones whoever asks: no database and no clock here. */
import type { MilestoneRow } from './rows.ts'
import type { MilestoneCreate, MilestoneUpdate } from './schemas.ts'

/** What a change of a milestone can set, beside its status. */
export const attributes = ['title', 'target_date', 'description', 'owner_user_id'] as const
/** What a change of its status sets. */
export const closing = ['status', 'closed_at', 'closed_by'] as const

export type Attributes = Pick<MilestoneRow, (typeof attributes)[number]>
export type Closing = Pick<MilestoneRow, (typeof closing)[number]>

const idOf = (userId: string | null | undefined) => userId?.toLowerCase() ?? null

/** A new milestone as its body wants it. */
export const newMilestone = (body: MilestoneCreate): Attributes => ({
  title: body.title,
  target_date: body.target_date,
  description: body.description ?? null,
  owner_user_id: idOf(body.owner_user_id),
})

/** The milestone as a partial update wants it: null clears what may be empty and leaves the rest as it is. */
export function wantedMilestone(
  stored: MilestoneRow,
  body: MilestoneUpdate,
  by: { username: string; now: string },
): Attributes & Closing {
  const { status, closed_at, closed_by } = stored
  const closed = body.status === 'closed'
  const kept = body.status == null || body.status === status
  return {
    title: body.title ?? stored.title,
    target_date: body.target_date ?? stored.target_date,
    description: body.description === undefined ? stored.description : body.description,
    owner_user_id: body.owner_user_id === undefined ? stored.owner_user_id : idOf(body.owner_user_id),
    ...(kept
      ? { status, closed_at, closed_by }
      : {
          status: body.status!,
          closed_at: closed ? by.now : null,
          closed_by: closed ? by.username : null,
        }),
  }
}

/** Whether a body names nothing that a milestone has but its status. */
export const changesStatusAlone = (body: MilestoneUpdate): boolean =>
  attributes.every((name) => body[name] === undefined)
