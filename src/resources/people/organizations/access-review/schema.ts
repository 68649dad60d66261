import { grantTypes, tokenKinds } from '../../../platform/tokens/schema.ts'
import { dateTime, list, nullable, object, stringEnum, text } from '../../../../core/schema.ts'
import { orgRoles, principalTypes } from '../../../../core/caller.ts'

const token = {
  token_id: text({ description: 'ID of the token.' }),
  name: text({ description: 'Name of the token.' }),
  token_prefix: text({ description: 'First characters of the token, to identify it.' }),
  kind: stringEnum(tokenKinds, { description: 'Kind of the token.' }),
  grant_type: stringEnum(grantTypes, { description: 'How the token was issued.' }),
  scopes: list(text(), { description: 'Scopes of the token.' }),
  project_ids: nullable(
    list(text(), { description: 'IDs of the projects that the token is limited to. `null`: no limit.' }),
  ),
  expires_at: nullable(dateTime({ description: 'Time of expiry. `null`: never.' })),
  last_used_at: nullable(dateTime({ description: 'Time of the last use, up to 30 seconds behind. `null`: never.' })),
}

const member = object(
  {
    user_id: text({ description: 'ID of the user.' }),
    username: nullable(text({ description: 'Username of the user.' })),
    email: nullable(text({ description: 'Email address of the user.' })),
    kind: stringEnum(principalTypes, { description: 'Person or service account.' }),
    role: stringEnum(orgRoles, { description: 'Role in the organization.' }),
    designation: nullable(text({ description: 'Label of the designation. `null` when there is none.' })),
    last_active_at: nullable(
      dateTime({ description: 'Time of the last request, up to 30 seconds behind. `null`: never.' }),
    ),
    tokens: list(object(token, { title: 'AccessReviewToken' }), {
      description: 'Tokens of the member that are currently valid.',
    }),
  },
  { title: 'AccessReviewMember' },
)

const unattached = object(
  {
    ...token,
    principal_user_id: text({ description: 'ID of the user or service account that the token belongs to.' }),
  },
  { title: 'AccessReviewUnattachedToken' },
)

export const accessReview = object(
  {
    org_id: text({ description: 'ID of the organization.' }),
    generated_at: dateTime({ description: 'Time of the review, in UTC.' }),
    members: list(member, { description: 'Active members, by username.' }),
    unattached_tokens: list(unattached, {
      description: 'Tokens that are neither expired nor revoked and belong to a removed or deactivated member.',
    }),
  },
  { title: 'AccessReview' },
)
