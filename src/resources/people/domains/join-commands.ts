import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { requireSecondFactor } from '../../../auth/accounts/second-factor.ts'
import { insertMembership } from '../members/queries.ts'
import { declineJoinRequestRow, insertJoinRequest, type JoinableRow, type JoinRequestRow } from './join-queries.ts'

type JoiningUser = Pick<JoinRequestRow, 'user_id' | 'kind' | 'username'>

const buildJoinRequestSubject = (org_id: string, user_id: string) => ({
  org_id,
  resource_type: 'join_request',
  resource_id: user_id,
})

async function addMember(ctx: Context, org_id: string, user: JoiningUser, invited_by: string | null) {
  const membership = { org_id, role: 'member', designation_id: null, invited_by, invited_at: ctx.now } as const
  await insertMembership(ctx, membership, user)
  const subject = { org_id, resource_type: 'member', resource_id: user.user_id }
  const after = { username: user.username, role: 'member', designation_id: null, by_domain: true }
  ctx.emit({ ...subject, type: 'member.added', before: null, after })
}

/** Makes the caller a member, or stores that they ask to become one. A pending request stays as it is. */
export async function joinByDomain(ctx: Context, target: JoinableRow): Promise<JoinableRow> {
  const { org_id, org_name, status, domain_join_mode } = target
  if (status === 'declined') throw conflict('An admin declined your request to join. Ask them for an invitation.')
  if (target.require_second_factor)
    await requireSecondFactor(
      ctx,
      `${org_name} requires a second factor. Set one up in the settings under Ways to sign in, then join.`,
    )
  const user = { ...ctx.user, kind: 'user' as const }
  if (domain_join_mode === 'instant') {
    await addMember(ctx, org_id, user, null)
    return { ...target, status: 'joined', version: target.version + 1 }
  }
  if (status === 'requested') return target
  const version = await insertJoinRequest(ctx, org_id)
  const subject = buildJoinRequestSubject(org_id, user.user_id)
  ctx.emit({ ...subject, type: 'join_request.created', before: null, after: { username: user.username } })
  return { ...target, status: 'requested', version }
}

export async function acceptJoinRequest(ctx: Context, target: JoinRequestRow): Promise<void> {
  const { org_id, username } = target
  const change = { before: { username, status: 'requested' }, after: { username, status: 'joined' } }
  await addMember(ctx, org_id, target, ctx.user.username)
  ctx.emit({ ...buildJoinRequestSubject(org_id, target.user_id), type: 'join_request.accepted', ...change })
}

export async function declineJoinRequest(ctx: Context, target: JoinRequestRow): Promise<void> {
  const { org_id, username } = target
  const change = { before: { username, status: 'requested' }, after: { username, status: 'declined' } }
  await declineJoinRequestRow(ctx, target)
  ctx.emit({ ...buildJoinRequestSubject(org_id, target.user_id), type: 'join_request.declined', ...change })
}
