import type { Static } from 'typebox'
import type { Context } from '../../../core/context.ts'
import { toSortKey } from '../../../core/text.ts'
import { insertOrganization, type OrganizationRow } from './queries.ts'
import type { organizationCreate } from './schema.ts'

/** Creates an organization with the caller as its owner and emits the event. */
export async function createOrganization(
  ctx: Context,
  { name, description, logo, email }: Static<typeof organizationCreate>,
): Promise<OrganizationRow> {
  const row = await insertOrganization(ctx, {
    name,
    name_key: toSortKey(name),
    description: description ?? '',
    logo: logo ?? null,
    email: email ?? null,
  })
  ctx.emit({
    org_id: row.org_id,
    type: 'org.created',
    resource_type: 'organization',
    resource_id: row.org_id,
    before: null,
    after: { name: row.name },
  })
  return row
}
