import type { Context } from '../../kernel/context.ts'

/** Why a sign-in ended before its time. */
export type EndedBy = 'signed_out' | 'ended_by_user'

/** What the events of a sign-in are about, in each organization of its person: it reaches all of them. */
const subjects = ({ caller }: Context, sessionId: string) =>
  caller.orgIds.map((org_id) => ({ org_id, resource_type: 'session', resource_id: sessionId }))

/** Tells every organization of the caller that they signed in. */
export function tellStarted(ctx: Context, sessionId: string): void {
  const after = { user_id: ctx.user.user_id }
  for (const subject of subjects(ctx, sessionId))
    ctx.emit({ ...subject, type: 'session.started', before: null, after })
}

/** Tells every organization of the caller that a sign-in of theirs was ended. */
export function tellEnded(ctx: Context, sessionId: string, reason: EndedBy): void {
  const before = { user_id: ctx.user.user_id }
  for (const subject of subjects(ctx, sessionId))
    ctx.emit({ ...subject, type: 'session.ended', before, after: { reason } })
}
