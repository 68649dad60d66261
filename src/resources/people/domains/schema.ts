import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'

/** Mailboxes that only administrators of a domain receive (RFC 2142). */
const mailboxes = s.namedEnum('DomainMailbox', ['postmaster', 'hostmaster', 'webmaster', 'admin', 'administrator'])

const mailbox = s.stringEnum(mailboxes, {
  description: 'Mailbox of the domain that the code is sent to. Default: `postmaster`.',
})

export const domainCreate = s.object(
  {
    domain: s.text({
      min: 4,
      max: 253,
      description: 'Domain of email addresses, such as `example.com`. Its subdomains are separate domains.',
    }),
    ...s.optionalNullables({ mailbox }),
  },
  { title: 'OrganizationDomainCreate' },
)

export const domainVerify = s.object(
  { code: s.text({ min: 1, max: 100, description: 'Code of the email. Case, spaces and hyphens do not count.' }) },
  { title: 'OrganizationDomainVerify' },
)

export const organizationDomain = s.object(
  {
    org_id: orgIdProperty,
    domain: s.text({ description: 'Domain in ASCII form (`xn--…`) and lower case.' }),
    sent_to: s.nullable(
      s.text({ description: 'Address that the code is sent to. `null` on a server that sends no email.' }),
    ),
    verified_at: s.nullable(s.dateTime({ description: 'Time at which the domain was proved. `null` before.' })),
    created_by: auditFields.created_by,
    created_at: auditFields.created_at,
    updated_at: auditFields.updated_at,
    version: s.versionField,
  },
  { title: 'OrganizationDomain' },
)

const org_id = s.text({ description: 'ID of the organization.' })
export const organizationParams = s.object({ org_id })
export const domainParams = s.object({ org_id, domain: s.text({ description: 'The domain, such as `example.com`.' }) })
