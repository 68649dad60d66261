import type { Context } from '../../../core/context.ts'
import type { ChangeEvent } from '../../../core/change-event.ts'

export type SessionEndReason =
  'signed_out' | 'ended_by_user' | 'ended_by_provider' | 'sign_in_changed' | 'account_disabled'

const buildSessionSubjects = (orgIds: readonly string[], sessionId: string) =>
  orgIds.map((org_id) => ({ org_id, resource_type: 'session', resource_id: sessionId }))

export function emitSessionStarted(ctx: Context, sessionId: string): void {
  const after = { user_id: ctx.user.user_id }
  for (const subject of buildSessionSubjects(ctx.caller.allOrgIds, sessionId))
    ctx.emit({ ...subject, type: 'session.started', before: null, after })
}

export const buildSessionEndedEvents = (
  orgIds: readonly string[],
  userId: string,
  sessionId: string,
  reason: SessionEndReason,
): ChangeEvent[] =>
  buildSessionSubjects(orgIds, sessionId).map((subject) => ({
    ...subject,
    type: 'session.ended',
    before: { user_id: userId },
    after: { reason },
  }))

export function emitSessionEnded(ctx: Context, sessionId: string, reason: SessionEndReason): void {
  for (const event of buildSessionEndedEvents(ctx.caller.allOrgIds, ctx.user.user_id, sessionId, reason))
    ctx.emit(event)
}
