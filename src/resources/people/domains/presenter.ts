import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { respond } from '../../../http/result.ts'
import type { DomainRow } from './queries.ts'
import { organizationDomain } from './schema.ts'

export const presentDomain = (ctx: Context, row: DomainRow) =>
  pickProperties(organizationDomain, {
    ...row,
    sent_to: ctx.services.config.mail ? `${row.mailbox}@${row.domain}` : null,
  })

export const respondWithDomain = (ctx: Context, row: DomainRow) => respond(presentDomain(ctx, row), row.version)

export const emitDomainEvent = (
  ctx: Context,
  { org_id, domain }: DomainRow,
  type: 'domain.added' | 'domain.verified' | 'domain.deleted',
  change: { before: Record<string, unknown> | null; after: Record<string, unknown> | null },
): void => ctx.emit({ org_id, type, resource_type: 'domain', resource_id: domain, ...change })
