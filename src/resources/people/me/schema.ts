import { grantTypes, tokenKinds } from '../../platform/tokens/schema.ts'
import { orgRoles, principalTypes } from '../../../core/caller.ts'
import { bool, dateTime, list, nullable, object, stringEnum, optional, text } from '../../../core/schema.ts'

const principal = object({
  type: stringEnum(principalTypes, { description: '`user` or `service_account`.' }),
  id: text({ description: 'User ID (UUID).' }),
  username: nullable(text({ description: 'Unique username.' })),
  email: nullable(text({ description: 'Email address; null if the identity provider reports none.' })),
  email_verified: nullable(bool({ description: 'Whether the identity provider has verified the email address.' })),
})

const membership = object({
  org_id: text({ description: 'ID of the organization.' }),
  name: nullable(text({ description: 'Name of the organization.' })),
  role: stringEnum(orgRoles, { description: 'Role of the caller in the organization.' }),
  designation: nullable(text({ description: "Label of the caller's designation in the organization." })),
})

const auth = object(
  {
    kind: stringEnum(['token'], { description: 'Always `token`.' }),
    token_id: text({ description: 'ID of the access token.' }),
    scopes: list(text(), { description: 'Granted scopes, without implied ones.' }),
    project_ids: nullable(
      list(text(), { description: 'IDs of the projects that the token is limited to; null for no limit.' }),
    ),
    expires_at: nullable(dateTime({ description: 'Expiry of the token; null if it does not expire.' })),
    grant_type: stringEnum(grantTypes, {
      description: '`personal`, `service_account`, or `authorization_code` for a token of an OAuth app.',
    }),
    token_kind: stringEnum(tokenKinds, { description: '`live`, or `test` for a token that can only read.' }),
    client_id: nullable(text({ description: 'ID of the OAuth app that the token was issued to.' })),
  },
  { description: 'Access token of the request. Omitted for browser sessions.' },
)

export const meSchema = object(
  {
    principal,
    organizations: list(membership, {
      description: 'Active memberships, sorted by name. With an access token, only its organization.',
    }),
    time_zone: text({
      description:
        'IANA time zone of the caller: from their preferences, else the header `X-Time-Zone`, else ' +
        "UTC. Determines today's date for `filter[overdue]`, the current sprint and the remaining " +
        'days of a project.',
    }),
    auth: optional(nullable(auth)),
  },
  { title: 'Me' },
)
