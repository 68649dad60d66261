import type { Context } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import type { Static } from '../../../core/schema.ts'
import { deleteDomainRow, findDomain, insertDomain, listCodeRequests, saveVerified, type DomainRow } from './queries.ts'
import { emitDomainEvent } from './presenter.ts'
import { hashDomainCode, requireCodeQuota, requireNewDomain, requireOwnDomain } from './rules.ts'
import type { domainCreate } from './schema.ts'

/** Adds a domain, to which a job sends the code. */
export async function addDomain(ctx: Context, org_id: string, body: Static<typeof domainCreate>): Promise<DomainRow> {
  const domain = requireOwnDomain(body.domain)
  const stored = await findDomain(ctx, org_id, domain)
  requireNewDomain(stored)
  requireCodeQuota(await listCodeRequests(ctx.db, org_id), ctx.wallMillis)
  if (stored) ctx.advanceTimePast([stored])
  const row = await insertDomain(ctx, { org_id, domain, mailbox: body.mailbox ?? 'postmaster' })
  emitDomainEvent(ctx, row, 'domain.added', { before: null, after: { domain, mailbox: row.mailbox } })
  return row
}

export async function verifyDomain(ctx: Context, target: DomainRow, code: string): Promise<DomainRow> {
  if (target.verified_at !== null) return target
  const row = await saveVerified(ctx, target, hashDomainCode(code))
  if (!row)
    throw invalid(['body', 'code'], 'is wrong or has expired. Delete the domain and add it again for a new code.')
  const change = { before: { verified_at: null }, after: { verified_at: row.verified_at } }
  emitDomainEvent(ctx, row, 'domain.verified', change)
  return row
}

export async function deleteDomain(ctx: Context, target: DomainRow): Promise<DomainRow> {
  const row = await deleteDomainRow(ctx, target)
  const { domain, verified_at } = target
  emitDomainEvent(ctx, row, 'domain.deleted', { before: { domain, verified_at }, after: null })
  return row
}
