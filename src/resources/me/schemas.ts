import { grantTypes, tokenKinds } from '../tokens/schemas.ts'
import { orgRoles, principalTypes } from '../../kernel/caller.ts'
import { bool, dateTime, list, nullable, object, oneOf, optional, text } from '../../kernel/schema.ts'

const principal = object({
  type: oneOf(principalTypes, { description: 'What authenticated the request.' }),
  id: text(),
  username: nullable(text()),
  email: nullable(text()),
  email_verified: nullable(bool()),
})

const membership = object({
  org_id: text(),
  name: nullable(text()),
  role: oneOf(orgRoles),
  designation: nullable(text({ description: 'Label of your designation there.' })),
})

const auth = object(
  {
    kind: oneOf(['token']),
    token_id: text(),
    scopes: list(text(), { description: 'As granted: what they imply is not spelled out.' }),
    project_ids: nullable(
      list(text(), { description: 'The projects the token is limited to; null = no limit.' }),
    ),
    expires_at: nullable(dateTime()),
    grant_type: oneOf(grantTypes),
    token_kind: oneOf(tokenKinds, { description: 'A test token reads and never writes.' }),
    client_id: nullable(text({ description: 'The app the token was issued to.' })),
  },
  { description: 'There only when the request came with an access token.' },
)

export const me = object(
  {
    principal,
    organizations: list(membership, {
      description: "Your active memberships, by name; with an access token its organization's alone.",
    }),
    time_zone: text({
      description:
        'Your IANA time zone, which determines today’s date: that of your preferences, else that of the header ' +
        '`X-Time-Zone`, else UTC. Used by `filter[overdue]`, the current sprint and the days left of a project.',
    }),
    auth: optional(nullable(auth)),
  },
  { title: 'Me' },
)
