import {
  dateTime,
  int,
  list,
  namedOrgId,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid,
  version,
  words,
  type Static,
} from '../../kernel/schema.ts'
import { scopeNames } from '../../kernel/scopes.ts'

export const tokenKinds = words('TokenKind', ['live', 'test'])
export const grantTypes = words('TokenGrantType', ['personal', 'service_account', 'authorization_code'])

const name = text({ min: 1, max: 100, visible: true, description: 'Display name; need not be unique.' })
const kind = oneOf(tokenKinds, { description: 'A `test` token reads and never writes.' })
const projectIds = list(text(), {
  description: 'The projects it is limited to; null = all its principal can see.',
})

export const tokenParams = object({ token_id: text({ description: 'The token.' }) })

export const tokenCreate = object(
  {
    org_id: namedOrgId,
    name,
    kind: optional(
      oneOf(tokenKinds, { default: 'live', description: 'A `test` token reads and never writes.' }),
    ),
    scopes: list(oneOf(scopeNames), {
      minItems: 1,
      description: '`x:write` includes `x:read`; `admin` includes all.',
    }),
    project_ids: optional(
      nullable(
        list(text({ min: 1 }), {
          minItems: 1,
          maxItems: 1000,
          description:
            'Limits it to these projects, which you have to be able to read. Null or absent: no limit.',
        }),
      ),
    ),
    expires_at: optional(
      nullable(dateTime({ description: 'When it stops working. Null or absent: never.' })),
    ),
    principal_user_id: optional(
      nullable(
        uuid({ description: 'The service account it acts as. Null or absent: yourself. Owners and admins.' }),
      ),
    ),
  },
  { title: 'TokenCreate' },
)
export type TokenCreate = Static<typeof tokenCreate>

export const tokenUpdate = object({ name }, { title: 'TokenUpdate' })

const shown = {
  token_id: text(),
  org_id: text(),
  principal_user_id: text({ description: 'Who it acts as.' }),
  principal_display: nullable(text({ description: 'Username of who it acts as.' })),
  created_by: text({ description: 'Username of who minted it.' }),
  name: text(),
  token_prefix: text({ description: 'Its first characters, to tell it from others.' }),
  kind,
  grant_type: oneOf(grantTypes),
  client_id: nullable(text({ description: 'The app it was given to.' })),
  scopes: list(text(), { description: 'As granted; the role of who it acts as still applies.' }),
  project_ids: nullable(projectIds),
  status: oneOf(words('TokenStatus', ['active', 'revoked', 'expired'])),
  expires_at: nullable(dateTime()),
  last_used_at: nullable(dateTime({ description: 'Up to 30 seconds behind.' })),
  use_count: int({ description: 'Requests it made; up to 30 seconds behind.' }),
  revoked_at: nullable(
    dateTime({ description: 'In the future for a minute after a rotation: it works until then.' }),
  ),
  revoked_by: nullable(text({ description: 'Username of who revoked or rotated it.' })),
  revoke_reason: nullable(text({ description: '`revoked_by_user`, `revoked_by_admin`, `rotated`, …' })),
  rotated_from: nullable(text({ description: 'The token it took the place of.' })),
  created_at: nullable(dateTime()),
  updated_at: nullable(dateTime()),
  version,
}

export const tokenOut = object(shown, { title: 'Token' })

export const tokenCreated = object(
  { ...shown, token: text({ description: 'The token itself. Shown this once: it is not stored.' }) },
  { title: 'TokenCreated' },
)
