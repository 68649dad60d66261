import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { addDomain, deleteDomain, verifyDomain } from './commands.ts'
import { loadOwnDomain, lockOrgForDomain, requireDomainAccess } from './policy.ts'
import { presentDomain, respondWithDomain } from './presenter.ts'
import { domainSorts, listDomains } from './queries.ts'
import { domainCreate, domainParams, domainVerify, organizationDomain, organizationParams } from './schema.ts'

const path = '/v1/organizations/{org_id}/domains'

export const listDomainsOperation = defineOperation({
  id: 'domains.list',
  method: 'GET',
  path,
  summary: 'List domains',
  description: 'Returns the domains of an organization, proved or not. Requires: organization admin.',
  scope: 'org:read',
  params: organizationParams,
  reply: { status: 200, schema: s.pageSchema(organizationDomain) },
  list: domainSorts,
  authorize: requireDomainAccess,
  handle: async ({ ctx, target, list }) =>
    respondWithPage(ctx, list, await listDomains(ctx, list, target.org_id), (row) => presentDomain(ctx, row)),
})

export const getDomainOperation = defineOperation({
  id: 'domains.read',
  method: 'GET',
  path: `${path}/{domain}`,
  summary: 'Get a domain',
  description: 'Returns a domain of an organization. Requires: organization admin.',
  scope: 'org:read',
  params: domainParams,
  reply: { status: 200, schema: organizationDomain },
  authorize: loadOwnDomain,
  handle: async ({ ctx, target }) => respondWithDomain(ctx, target),
})

export const createDomainOperation = defineOperation({
  id: 'domains.create',
  method: 'POST',
  path,
  summary: 'Add a domain',
  description:
    'Adds a domain and emails a code, valid for 24 hours, to a mailbox of its administrators. Once it is verified, ' +
    'users with a verified address of the domain can join as `domain_join_mode` allows. Several organizations can ' +
    'prove a domain. More than 10 codes per day return 429. Requires: owner of the organization.',
  scope: 'org:write',
  params: organizationParams,
  body: domainCreate,
  reply: { status: 201, schema: organizationDomain, created: '/v1/organizations/{org_id}/domains/{domain}' },
  problems: { 409: 'The organization has the domain already.' },
  emits: { 'domain.added': 'A domain was added to the organization.' },
  example: { body: { domain: 'example.com' } },
  authorize: lockOrgForDomain,
  handle: async ({ ctx, target, body }) => respondWithDomain(ctx, await addDomain(ctx, target.org_id, body)),
})

export const verifyDomainOperation = defineOperation({
  id: 'domains.verify',
  method: 'POST',
  path: `${path}/{domain}/verify`,
  summary: 'Verify a domain',
  description:
    'Proves a domain with the emailed code. A proved domain stays as it is. Requires: owner of the organization.',
  scope: 'org:write',
  params: domainParams,
  body: domainVerify,
  reply: { status: 200, schema: organizationDomain },
  emits: { 'domain.verified': 'The organization proved a domain.' },
  example: { body: { code: 'K7QF-2MXA-9TRD-HW4P' } },
  authorize: loadOwnDomain,
  handle: async ({ ctx, target, body }) => respondWithDomain(ctx, await verifyDomain(ctx, target, body.code)),
})

export const deleteDomainOperation = defineOperation({
  id: 'domains.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: `${path}/{domain}`,
  summary: 'Delete a domain',
  description:
    'Deletes a domain, so that its users can no longer join by it. Members who joined stay. Requires: owner of the ' +
    'organization.',
  scope: 'org:write',
  params: domainParams,
  reply: { status: 200, schema: s.okResponse },
  emits: { 'domain.deleted': 'A domain was deleted from the organization.' },
  authorize: loadOwnDomain,
  handle: async ({ ctx, target }) => respond({ ok: true }, (await deleteDomain(ctx, target)).version),
})
