import { endOfSignIn, endSignIn, lockSignIn } from '../../identity/browser-sessions.ts'
import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { notFound } from '../../kernel/problem.ts'
import { pageOf } from '../../kernel/schema.ts'
import { browserNamed } from './browser.ts'
import { tellEnded } from './making.ts'
import { listSessions, type SessionRow } from './queries.ts'
import { session, sessionEnded, sessionParams } from './schemas.ts'

const newestFirst: ListSpec = {
  sorts: {},
  natural: [{ sql: 's.signed_in_at', type: 'timestamptz', desc: true }],
  id: { sql: 's.session_id', type: 'text', desc: true },
  unsortable: true,
}

const present = ({ caller, services }: Context, row: SessionRow) => ({
  session_id: row.session_id,
  current: row.session_id === caller.browser?.session_id,
  browser: browserNamed(row.user_agent),
  address: row.ip,
  signed_in_at: row.signed_in_at,
  last_seen_at: row.last_seen_at,
  expires_at: new Date(endOfSignIn(services.config, row)).toISOString(),
})

export const listOwnSessions = operation({
  id: 'sessions.list',
  method: 'GET',
  path: '/v1/me/sessions',
  summary: 'List where you are signed in',
  description:
    'Your sign-ins in browsers that have not ended, the newest first. Session tokens and access tokens are none.',
  scope: 'session',
  reply: { status: 200, schema: pageOf(session) },
  list: newestFirst,
  access: () => undefined,
  handle: async ({ ctx, list }) =>
    pageAnswer(ctx, list, await listSessions(ctx, list), (rows) => rows.map((row) => present(ctx, row))),
})

/** A sign-in of the caller's own. */
async function ownSession({ ctx, params }: { ctx: Context; params: { session_id: string } }) {
  if (!(await lockSignIn(ctx.db, ctx.user.user_id, params.session_id))) throw notFound()
  return { version: 0 }
}

export const endOwnSession = operation({
  id: 'sessions.delete',
  method: 'DELETE',
  path: '/v1/me/sessions/{session_id}',
  summary: 'Sign out in a browser',
  description:
    'Ends a sign-in of yours, in this browser or another: what it asks from now on gets 401. It goes on at the identity ' +
    'provider, which may sign the same browser in again without asking. Apps that were connected there stay connected.',
  scope: 'session',
  params: sessionParams,
  reply: { status: 200, schema: sessionEnded },
  goneIs: 404,
  emits: {
    'session.ended':
      'Somebody signed out, in a browser or at the identity provider, or ended a sign-in of theirs.',
  },
  access: ownSession,
  async handle({ ctx, params }) {
    await endSignIn(ctx.db, ctx.user.user_id, params.session_id)
    tellEnded(ctx, params.session_id, 'ended_by_user')
    return answer({ session_id: params.session_id, status: 'ended' })
  },
})
