import { grantTypes, tokenKinds } from '../../../platform/tokens/schema.ts'
import * as s from '../../../../core/schema.ts'
import { orgRoles, principalTypes } from '../../../../core/caller.ts'

export const reviewTokenFields = {
  token_id: s.text({ description: 'ID of the token.' }),
  name: s.text({ description: 'Name of the token.' }),
  token_prefix: s.text({ description: 'First characters of the token, to identify it.' }),
  kind: s.stringEnum(tokenKinds, { description: 'Kind of the token.' }),
  grant_type: s.stringEnum(grantTypes, { description: 'How the token was issued.' }),
  scopes: s.array(s.text(), { description: 'Scopes of the token.' }),
  project_ids: s.nullable(
    s.array(s.text(), { description: 'IDs of the projects that the token is limited to. `null`: no limit.' }),
  ),
  expires_at: s.nullable(s.dateTime({ description: 'Time of expiry. `null`: never.' })),
  last_used_at: s.nullable(
    s.dateTime({ description: 'Time of the last use, up to 30 seconds behind. `null`: never.' }),
  ),
}

export const reviewMemberFields = {
  user_id: s.text({ description: 'ID of the user.' }),
  username: s.nullable(s.text({ description: 'Username of the user.' })),
  email: s.nullable(s.text({ description: 'Email address of the user.' })),
  kind: s.stringEnum(principalTypes, { description: 'Person or service account.' }),
  role: s.stringEnum(orgRoles, { description: 'Role in the organization.' }),
  designation: s.nullable(s.text({ description: 'Label of the designation. `null` when there is none.' })),
  last_active_at: s.nullable(
    s.dateTime({ description: 'Time of the last request, up to 30 seconds behind. `null`: never.' }),
  ),
}

const member = s.object(
  {
    ...reviewMemberFields,
    tokens: s.array(s.object(reviewTokenFields, { title: 'AccessReviewToken' }), {
      description: 'Tokens of the member that are currently valid.',
    }),
  },
  { title: 'AccessReviewMember' },
)

const unattached = s.object(
  {
    ...reviewTokenFields,
    principal_user_id: s.text({ description: 'ID of the user or service account that the token belongs to.' }),
  },
  { title: 'AccessReviewUnattachedToken' },
)

export const accessReview = s.object(
  {
    org_id: s.text({ description: 'ID of the organization.' }),
    generated_at: s.dateTime({ description: 'Time of the review, in UTC.' }),
    members: s.array(member, { description: 'Active members, by username.' }),
    unattached_tokens: s.array(unattached, {
      description: 'Tokens that are neither expired nor revoked and belong to a removed or deactivated member.',
    }),
  },
  { title: 'AccessReview' },
)
