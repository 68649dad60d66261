import {
  dateTime,
  int,
  list,
  orgIdField,
  nullable,
  object,
  stringEnum,
  optional,
  text,
  uuid,
  versionField,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'
import { scopeNames } from '../../../core/scopes.ts'

export const tokenKinds = namedEnum('TokenKind', ['live', 'test'])
export const grantTypes = namedEnum('TokenGrantType', ['personal', 'service_account', 'authorization_code'])

const name = text({
  min: 1,
  max: 100,
  visible: true,
  description: 'Display name, 1 to 100 characters. Need not be unique.',
})
const kind = stringEnum(tokenKinds, { description: '`live`, or `test` for a token that can only read.' })
const projectIds = list(text(), {
  description: 'IDs of the projects that the token is limited to; null for all projects that its principal can see.',
})

export const tokenParamsSchema = object({ token_id: text({ description: 'ID of the token (`TK…`).' }) })

export const tokenCreateSchema = object(
  {
    org_id: orgIdField,
    name,
    kind: optional(
      stringEnum(tokenKinds, { default: 'live', description: '`test` creates a token that can only read.' }),
    ),
    scopes: list(stringEnum(scopeNames), {
      minItems: 1,
      description: 'Scopes to grant. `x:write` includes `x:read`; `admin` includes all.',
    }),
    project_ids: optional(
      nullable(
        list(text({ min: 1 }), {
          minItems: 1,
          maxItems: 1000,
          description:
            'IDs of 1 to 1000 projects that the caller can read; limits the token to these. Null or omitted: no limit.',
        }),
      ),
    ),
    expires_at: optional(
      nullable(dateTime({ description: 'Expiry, in the future. Null or omitted: the token does not expire.' })),
    ),
    principal_user_id: optional(
      nullable(
        uuid({
          description:
            'User ID of the service account that the token acts as. Null or omitted: the caller. Requires organization admin.',
        }),
      ),
    ),
  },
  { title: 'TokenCreate' },
)
export type TokenCreate = Static<typeof tokenCreateSchema>

export const tokenUpdateSchema = object({ name }, { title: 'TokenUpdate' })

const tokenProperties = {
  token_id: text({ description: 'ID of the token (`TK…`), not the token itself.' }),
  org_id: text({ description: 'ID of the organization that the token gives access to.' }),
  principal_user_id: text({ description: 'ID of the user or service account that the token acts as.' }),
  principal_display: nullable(text({ description: 'Username of the user or service account that the token acts as.' })),
  created_by: text({ description: 'Username of the user who created the token.' }),
  name: text({ description: 'Display name.' }),
  token_prefix: text({ description: 'First characters of the token, to identify it.' }),
  kind,
  grant_type: stringEnum(grantTypes, {
    description:
      '`personal` acts as a user, `service_account` as a service account; `authorization_code` was issued to an OAuth app.',
  }),
  client_id: nullable(
    text({ description: 'ID of the OAuth app that the token was issued to; null for other tokens.' }),
  ),
  scopes: list(text(), {
    description: 'Granted scopes, without implied ones. The role of the principal limits them further.',
  }),
  project_ids: nullable(projectIds),
  status: stringEnum(namedEnum('TokenStatus', ['active', 'revoked', 'expired']), {
    description: '`active`, `revoked` or `expired`. A rotated token is active during its grace period.',
  }),
  expires_at: nullable(dateTime({ description: 'Expiry; null for a token that does not expire.' })),
  last_used_at: nullable(dateTime({ description: 'Time of the last request; updated within 30 seconds.' })),
  use_count: int({ description: 'Number of requests; updated within 30 seconds.' }),
  revoked_at: nullable(
    dateTime({
      description: 'Time from which the token is rejected. In the future for 60 seconds after a rotation.',
    }),
  ),
  revoked_by: nullable(text({ description: 'Username of the user who revoked or rotated the token.' })),
  revoke_reason: nullable(
    text({
      description: 'Machine-readable reason, such as `revoked_by_user`, `revoked_by_admin` or `rotated`.',
    }),
  ),
  rotated_from: nullable(text({ description: 'ID of the token that this one replaced.' })),
  created_at: nullable(dateTime({ description: 'Time of creation.' })),
  updated_at: nullable(dateTime({ description: 'Time of the last change.' })),
  version: versionField,
}

export const tokenSchema = object(tokenProperties, { title: 'Token' })

export const tokenCreatedSchema = object(
  {
    ...tokenProperties,
    token: text({
      description: 'The token itself. Returned only in this response; the server stores its hash.',
    }),
  },
  { title: 'TokenCreated' },
)
