import { getSessionExpiry, deleteBrowserSession, lockBrowserSession } from '../../../auth/browser-sessions.ts'
import { respond } from '../../../http/result.ts'
import type { Call, Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { emitSessionEnded } from './events.ts'
import { listActiveSessions, type SessionRow } from './queries.ts'
import { sessionSchema, sessionEndedSchema, sessionParams } from './schema.ts'

const newestFirst: ListSpec = {
  sorts: {},
  defaultOrder: [{ sql: 's.signed_in_at', type: 'timestamptz', desc: true }],
  id: { sql: 's.session_id', type: 'text', desc: true },
  unsortable: true,
}

/** Patterns in order of precedence, since most browsers also name others for compatibility. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const findMatch = (patterns: [RegExp, string][], agent: string) =>
  patterns.find(([pattern]) => pattern.test(agent))?.[1]

/** Returns a readable name for a User-Agent, such as "Firefox on Linux". Falls back to its first product name. */
function describeUserAgent(agent: string | null): string | null {
  if (agent === null || agent.trim() === '') return null
  const name = findMatch(browsers, agent) ?? agent.trim().split(/[\s/]/)[0]!.slice(0, 40)
  const system = findMatch(systems, agent)
  return system === undefined ? name : `${name} on ${system}`
}

const presentSession = ({ caller, services }: Context, row: SessionRow) => ({
  session_id: row.session_id,
  current: row.session_id === caller.browser?.session_id,
  browser: describeUserAgent(row.user_agent),
  address: row.ip,
  signed_in_at: row.signed_in_at,
  authenticated_at: row.authenticated_at,
  last_seen_at: row.last_seen_at,
  expires_at: new Date(getSessionExpiry(services.config, row)).toISOString(),
})

export const listSessionsOperation = defineOperation({
  id: 'sessions.list',
  method: 'GET',
  path: '/v1/me/sessions',
  summary: 'List sessions',
  description:
    "Returns the caller's active browser sessions, newest first. Requests with session tokens or " +
    'access tokens have no browser session. Not available to access tokens.',
  scope: 'session',
  reply: { status: 200, schema: s.pageSchema(sessionSchema) },
  list: newestFirst,
  authorize: () => undefined,
  handle: async ({ ctx, list }) =>
    respondWithPage(ctx, list, await listActiveSessions(ctx, list), (row) => presentSession(ctx, row)),
})

async function requireOwnSession({ ctx, params }: Call<{ session_id: string }>) {
  if (!(await lockBrowserSession(ctx.db, ctx.user.user_id, params.session_id))) throw notFound()
  return { version: 0 }
}

export const endSessionOperation = defineOperation({
  id: 'sessions.delete',
  method: 'DELETE',
  path: '/v1/me/sessions/{session_id}',
  summary: 'End a session',
  description:
    'Signs the caller out in a browser, this one or another; further requests of that session return ' +
    '401. The session at the identity provider remains, so the provider may sign in the same browser ' +
    'again without a prompt. Apps that were connected in the session stay connected. Not available to ' +
    'access tokens.',
  scope: 'session',
  params: sessionParams,
  reply: { status: 200, schema: sessionEndedSchema },
  statusAfterDelete: 404,
  emits: { 'session.ended': 'A user signed out in a browser or at the identity provider, or ended a session.' },
  authorize: requireOwnSession,
  async handle({ ctx, params }) {
    await deleteBrowserSession(ctx.db, ctx.user.user_id, params.session_id)
    emitSessionEnded(ctx, params.session_id, 'ended_by_user')
    return respond({ session_id: params.session_id, status: 'ended' })
  },
})
