import type { Context } from '../../kernel/context.ts'
import { Problem, unknownReference } from '../../kernel/problem.ts'
import { findReadableProjects } from '../tokens/queries.ts'
import { senderOf } from './delivery/sender.ts'

/** 422 `url-refused` for a URL that nothing is sent to. Asks name servers, so never inside a transaction. */
export async function requireAllowedUrl(ctx: Context, url: string): Promise<void> {
  const reason = await senderOf(ctx.services).refusal(url)
  if (reason === null) return
  const msg = `Nothing is sent to this URL (${reason}).`
  throw new Problem(422, msg, {
    type: 'urn:svc:problem:url-refused',
    title: 'URL refused',
    errors: [{ loc: ['body', 'url'], msg, type: 'url_refused', reason }],
  })
}

/** 422 for a project that is missing, or that the caller can't read. */
export async function requireReadableProjects(
  ctx: Context,
  orgId: string,
  projectIds: string[] | null | undefined,
): Promise<void> {
  if (!projectIds?.length) return
  const limit = ctx.caller.projectLimit
  const readable = await findReadableProjects(ctx, orgId, projectIds)
  const unknown = projectIds.findIndex((id) => !readable.has(id) || (limit && !limit.includes(id)))
  if (unknown >= 0) throw unknownReference(['body', 'project_ids', unknown], 'project')
}
