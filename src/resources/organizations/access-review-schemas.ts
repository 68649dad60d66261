import { grantTypes, tokenKinds } from '../tokens/schemas.ts'
import { dateTime, list, nullable, object, oneOf, text } from '../../kernel/schema.ts'
import { orgRoles, principalTypes } from '../../kernel/caller.ts'

const token = {
  token_id: text(),
  name: text(),
  token_prefix: text({ description: 'Its first characters, to tell it from others.' }),
  kind: oneOf(tokenKinds),
  grant_type: oneOf(grantTypes),
  scopes: list(text()),
  project_ids: nullable(list(text(), { description: 'The projects it is limited to; null = no limit.' })),
  expires_at: nullable(dateTime()),
  last_used_at: nullable(dateTime({ description: 'Up to 30 seconds behind.' })),
}

const member = object(
  {
    user_id: text(),
    username: nullable(text()),
    email: nullable(text()),
    kind: oneOf(principalTypes),
    role: oneOf(orgRoles),
    designation: nullable(text({ description: 'Label of the designation.' })),
    last_active_at: nullable(dateTime({ description: 'Up to 30 seconds behind; null = never.' })),
    tokens: list(object(token, { title: 'AccessReviewToken' }), {
      description: 'Those that give access right now.',
    }),
  },
  { title: 'AccessReviewMember' },
)

const unattached = object(
  { ...token, principal_user_id: text({ description: 'Who it acted as.' }) },
  { title: 'AccessReviewUnattachedToken' },
)

export const accessReview = object(
  {
    org_id: text(),
    generated_at: dateTime(),
    members: list(member, { description: 'The active members, by username.' }),
    unattached_tokens: list(unattached, {
      description: 'Tokens neither expired nor revoked whose principal is no longer an active member.',
    }),
  },
  { title: 'AccessReview' },
)
