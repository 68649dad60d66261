import { grantTypes, tokenKinds } from '../../../platform/tokens/schema.ts'
import { signInWays } from './queries.ts'
import * as s from '../../../../core/schema.ts'
import { orgRoles, principalTypes } from '../../../../core/caller.ts'

export const reviewTokenFields = {
  token_id: s.text('ID of the token.'),
  name: s.text('Name of the token.'),
  token_prefix: s.text('First characters of the token, to identify it.'),
  kind: s.stringEnum(tokenKinds, 'Kind of the token.'),
  grant_type: s.stringEnum(grantTypes, 'How the token was issued.'),
  scopes: s.array(s.text(), 'Scopes of the token.'),
  project_ids: s.nullable(s.array(s.text(), 'IDs of the projects that the token is limited to. `null`: no limit.')),
  expires_at: s.nullable(s.dateTime('Time of expiry. `null`: never.')),
  last_used_at: s.nullable(s.dateTime('Time of the last use, up to 30 seconds behind. `null`: never.')),
}

export const reviewMemberFields = {
  user_id: s.text('ID of the user.'),
  username: s.nullable(s.text('Username of the user.')),
  email: s.nullable(s.text('Email address of the user.')),
  kind: s.stringEnum(principalTypes, 'Person or service account.'),
  role: s.stringEnum(orgRoles, 'Role in the organization.'),
  designation: s.nullable(s.text('Label of the designation. `null` when there is none.')),
  last_active_at: s.nullable(s.dateTime('Time of the last request, up to 30 seconds behind. `null`: never.')),
  sign_in: s.array(s.stringEnum(s.namedEnum('SignInWay', signInWays)), {
    description: 'Ways in which the user can sign in; empty for service accounts.',
  }),
  has_second_factor: s.nullable(
    s.bool('True if the account has an authenticator app or a passkey. `null` without an account of this server.'),
  ),
  passkeys: s.nullable(s.int('Number of passkeys of the account. `null` without an account of this server.')),
}

const member = s.namedObject('AccessReviewMember', {
  ...reviewMemberFields,
  tokens: s.array(s.namedObject('AccessReviewToken', reviewTokenFields), {
    description: 'Tokens of the member that are currently valid.',
  }),
})

const unattached = s.namedObject('AccessReviewUnattachedToken', {
  ...reviewTokenFields,
  principal_user_id: s.text('ID of the user or service account that the token belongs to.'),
})

export const accessReview = s.namedObject('AccessReview', {
  org_id: s.text('ID of the organization.'),
  generated_at: s.dateTime('Time of the review, in UTC.'),
  members: s.array(member, 'Active members, by username.'),
  unattached_tokens: s.array(unattached, {
    description: 'Tokens that are neither expired nor revoked and belong to a removed or deactivated member.',
  }),
  access_hash: s.text(
    'Hash of who has access, without times of use, to sign it. New tokens of an app with the same rights do not change it.',
  ),
})

export const accessReviewSignSchema = s.namedObject('AccessReviewSign', {
  access_hash: s.text({ min: 1, max: 100, description: '`access_hash` of the review that you read.' }),
  note: s.optionalNullable(s.text({ max: 1000, description: 'Comment of the reviewer.' })),
})
export type AccessReviewSign = s.Static<typeof accessReviewSignSchema>

export const signedAccessReview = s.namedObject('SignedAccessReview', {
  org_id: s.text('ID of the organization.'),
  access_hash: s.text('Hash of the signed access.'),
  members: s.int('Number of active members.'),
  tokens: s.int('Number of valid tokens, with unattached ones.'),
  note: s.nullable(s.text('Comment of the reviewer.')),
  signed_at: s.dateTime('Time of the signature.'),
})
