import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'

/** Mailboxes that only administrators of a domain receive (RFC 2142). */
const mailboxes = s.namedEnum('DomainMailbox', ['postmaster', 'hostmaster', 'webmaster', 'admin', 'administrator'])

const mailbox = s.stringEnum(mailboxes, 'Mailbox of the domain that the code is sent to. Default: `postmaster`.')

export const domainCreate = s.namedObject('OrganizationDomainCreate', {
  domain: s.text({
    min: 4,
    max: 253,
    description: 'Domain of email addresses, such as `example.com`. Its subdomains are separate domains.',
  }),
  ...s.optionalNullables({ mailbox }),
})

export const domainVerify = s.namedObject('OrganizationDomainVerify', {
  code: s.text({ min: 1, max: 100, description: 'Code of the email. Case, spaces and hyphens do not count.' }),
})

export const organizationDomain = s.namedObject('OrganizationDomain', {
  org_id: orgIdProperty,
  domain: s.text('Domain in ASCII form (`xn--…`) and lower case.'),
  sent_to: s.nullable(s.text('Address that the code is sent to. `null` on a server that sends no email.')),
  verified_at: s.nullable(s.dateTime('Time at which the domain was proved. `null` before.')),
  created_by: auditFields.created_by,
  created_at: auditFields.created_at,
  updated_at: auditFields.updated_at,
  version: s.versionField,
})

export const organizationParams = { org_id: 'ID of the organization.' }
export const domainParams = { ...organizationParams, domain: 'The domain, such as `example.com`.' }
