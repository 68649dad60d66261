import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import type { ChangeEvent } from '../../../core/change-event.ts'
import type { ListSpec } from '../../../http/pagination/pagination.ts'
import type { InviteRow } from './queries.ts'
import { getInviteStatus } from './rules.ts'
import { organizationInvite } from './schema.ts'

/** Reports a pending invitation as expired once `expires_at` has passed. */
export const presentInvite = (ctx: Context, row: InviteRow) =>
  pickProperties(organizationInvite, {
    ...row,
    id: row.invite_id,
    invite_status: getInviteStatus(row, ctx.wallMillis),
    is_cancelled: row.status === 'cancelled',
  })

const created = { sql: 'i.created_at', type: 'timestamptz' } as const
const expires = { sql: 'i.expires_at', type: 'timestamptz' } as const

export const ownInviteSorts: ListSpec = {
  sorts: { created_at: [created], expires_at: [expires] },
  defaultOrder: [created],
  id: { sql: 'i.invite_id', type: 'text' },
}
export const inviteSorts: ListSpec = {
  ...ownInviteSorts,
  sorts: { email: [{ sql: 'i.email_key', type: 'text' }], ...ownInviteSorts.sorts },
}

type Attributes = Record<string, unknown>

export function emitInviteEvent(
  ctx: Context,
  invite: Pick<InviteRow, 'org_id' | 'invite_id'>,
  type: string,
  change: { before: Attributes | null; after: Attributes | null },
): void {
  ctx.emit({ org_id: invite.org_id, type, resource_type: 'invite', resource_id: invite.invite_id, ...change })
}

export const buildInviteExpiredEvent = ({
  org_id,
  invite_id,
}: Pick<InviteRow, 'org_id' | 'invite_id'>): ChangeEvent => ({
  org_id,
  type: 'invite.expired',
  resource_type: 'invite',
  resource_id: invite_id,
  before: { invite_status: 'pending' },
  after: { invite_status: 'expired' },
  by_service: true,
})

export const buildInviteStatusChange = (invite_status: 'accepted' | 'cancelled') => ({
  before: { invite_status: 'pending' },
  after: { invite_status },
})
