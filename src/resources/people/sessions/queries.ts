import { sql } from '../../../db/sql.ts'
import { getIdleCutoff } from '../../../auth/browser-sessions.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'

export interface SessionRow {
  session_id: string
  signed_in_at: string
  authenticated_at: string | null
  last_seen_at: string
  expires_at: string
  ip: string | null
  user_agent: string | null
}

export const listActiveSessions = (ctx: Context, page: PageRequest) =>
  selectPage<SessionRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<SessionRow>`
      select s.session_id, s.signed_in_at, s.authenticated_at, s.last_seen_at, s.expires_at, s.ip, s.user_agent, ${columns}
      from browser_sessions s
      where s.user_id = ${ctx.user.user_id} and s.expires_at > ${ctx.now}
        and s.last_seen_at > ${getIdleCutoff(ctx.services.config, ctx.millis)} and ${where} ${order} ${limit}`,
  )
