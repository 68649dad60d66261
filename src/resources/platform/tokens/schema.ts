import * as s from '../../../core/schema.ts'
import { scopeNames } from '../../../core/scopes.ts'

export const tokenKinds = s.namedEnum('TokenKind', ['live', 'test'])
export const grantTypes = s.namedEnum('TokenGrantType', ['personal', 'service_account', 'authorization_code'])

const name = s.nonBlankText(100, 'Display name, 1 to 100 characters. Need not be unique.')
const kind = s.stringEnum(tokenKinds, '`live`, or `test` for a token that can only read.')
const projectIds = s.array(s.text(), {
  description: 'IDs of the projects that the token is limited to; null for all projects that its principal can see.',
})

export const tokenParams = { token_id: 'ID of the token (`TK…`).' }

export const tokenCreateSchema = s.namedObject('TokenCreate', {
  org_id: s.orgIdField,
  name,
  kind: s.optional(
    s.stringEnum(tokenKinds, { default: 'live', description: '`test` creates a token that can only read.' }),
  ),
  scopes: s.array(s.stringEnum(scopeNames), {
    minItems: 1,
    description: 'Scopes to grant. `x:write` includes `x:read`; `admin` includes all.',
  }),
  project_ids: s.optionalNullable(
    s.array(s.text({ min: 1 }), {
      minItems: 1,
      maxItems: 1000,
      description:
        'IDs of 1 to 1000 projects that the caller can read; limits the token to these. Null or omitted: no limit.',
    }),
  ),
  expires_at: s.optionalNullable(s.dateTime('Expiry, in the future. Null or omitted: the token does not expire.')),
  principal_user_id: s.optionalNullable(
    s.uuid(
      'User ID of the service account that the token acts as. Null or omitted: the caller. Requires organization admin.',
    ),
  ),
})
export type TokenCreate = s.Static<typeof tokenCreateSchema>

export const tokenUpdateSchema = s.namedObject('TokenUpdate', { name })

const tokenProperties = {
  token_id: s.text('ID of the token (`TK…`), not the token itself.'),
  org_id: s.text('ID of the organization that the token gives access to.'),
  principal_user_id: s.text('ID of the user or service account that the token acts as.'),
  principal_display: s.nullable(s.text('Username of the user or service account that the token acts as.')),
  created_by: s.text('Username of the user who created the token.'),
  name: s.text('Display name.'),
  token_prefix: s.text('First characters of the token, to identify it.'),
  kind,
  grant_type: s.stringEnum(grantTypes, {
    description:
      '`personal` acts as a user, `service_account` as a service account; `authorization_code` was issued to an OAuth app.',
  }),
  client_id: s.nullable(s.text('ID of the OAuth app that the token was issued to; null for other tokens.')),
  scopes: s.array(s.text(), 'Granted scopes, without implied ones. The role of the principal limits them further.'),
  project_ids: s.nullable(projectIds),
  status: s.stringEnum(s.namedEnum('TokenStatus', ['active', 'revoked', 'expired']), {
    description: '`active`, `revoked` or `expired`. A rotated token is active during its grace period.',
  }),
  expires_at: s.nullable(s.dateTime('Expiry; null for a token that does not expire.')),
  last_used_at: s.nullable(s.dateTime('Time of the last request; updated within 30 seconds.')),
  use_count: s.int('Number of requests; updated within 30 seconds.'),
  revoked_at: s.nullable(
    s.dateTime('Time from which the token is rejected. In the future for 60 seconds after a rotation.'),
  ),
  revoked_by: s.nullable(s.text('Username of the user who revoked or rotated the token.')),
  revoke_reason: s.nullable(
    s.text('Machine-readable reason, such as `revoked_by_user`, `revoked_by_admin` or `rotated`.'),
  ),
  rotated_from: s.nullable(s.text('ID of the token that this one replaced.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last change.')),
  version: s.versionField,
}

export const tokenSchema = s.namedObject('Token', tokenProperties)

export const tokenCreatedSchema = s.namedObject('TokenCreated', {
  ...tokenProperties,
  token: s.text('The token itself. Returned only in this response; the server stores its hash.'),
})
