import type { Context } from '../../kernel/context.ts'
import type { ChangeEvent } from '../../kernel/events.ts'

/** Why a sign-in ended before its time. */
export type EndedBy = 'signed_out' | 'ended_by_user' | 'ended_by_provider'

/** What the events of a sign-in are about, in each organization of its person: it reaches all of them. */
const subjects = (orgIds: readonly string[], sessionId: string) =>
  orgIds.map((org_id) => ({ org_id, resource_type: 'session', resource_id: sessionId }))

/** Tells every organization of the caller that they signed in. */
export function tellStarted(ctx: Context, sessionId: string): void {
  const after = { user_id: ctx.user.user_id }
  for (const subject of subjects(ctx.caller.orgIds, sessionId))
    ctx.emit({ ...subject, type: 'session.started', before: null, after })
}

/** The end of a sign-in, as each organization of its person is told. */
export const endedIn = (
  orgIds: readonly string[],
  userId: string,
  sessionId: string,
  reason: EndedBy,
): ChangeEvent[] =>
  subjects(orgIds, sessionId).map((subject) => ({
    ...subject,
    type: 'session.ended',
    before: { user_id: userId },
    after: { reason },
  }))

/** Tells every organization of the caller that a sign-in of theirs was ended. */
export function tellEnded(ctx: Context, sessionId: string, reason: EndedBy): void {
  for (const event of endedIn(ctx.caller.orgIds, ctx.user.user_id, sessionId, reason)) ctx.emit(event)
}
