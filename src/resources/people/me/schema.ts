import { grantTypes, tokenKinds } from '../../platform/tokens/schema.ts'
import { orgRoles, principalTypes } from '../../../core/caller.ts'
import { languages } from '../../../core/messages/language.ts'
import * as s from '../../../core/schema.ts'

const principal = s.object({
  type: s.stringEnum(principalTypes, '`user` or `service_account`.'),
  id: s.text('User ID (UUID).'),
  username: s.nullable(s.text('Unique username.')),
  name: s.nullable(s.text('Display name; null if the identity provider reports none.')),
  email: s.nullable(s.text('Email address; null if the identity provider reports none.')),
  email_verified: s.nullable(s.bool('Whether the identity provider has verified the email address.')),
})

const membership = s.object({
  org_id: s.text('ID of the organization.'),
  name: s.nullable(s.text('Name of the organization.')),
  role: s.stringEnum(orgRoles, 'Role of the caller in the organization.'),
  designation: s.nullable(s.text("Label of the caller's designation in the organization.")),
  second_factor_missing: s.bool(
    'True if the organization requires a second factor and the session began without one. All other operations ' +
      'refuse the organization until the caller sets one up, or signs in again with it.',
  ),
})

export const grantSchema = s.object(
  {
    kind: s.stringEnum(['token'], 'Always `token`.'),
    token_id: s.text('ID of the access token.'),
    scopes: s.array(s.text(), 'Granted scopes, without implied ones.'),
    project_ids: s.nullable(s.array(s.text(), 'IDs of the projects that the token is limited to; null for no limit.')),
    expires_at: s.nullable(s.dateTime('Expiry of the token; null if it does not expire.')),
    grant_type: s.stringEnum(grantTypes, {
      description: '`personal`, `service_account`, or `authorization_code` for a token of an OAuth app.',
    }),
    token_kind: s.stringEnum(tokenKinds, '`live`, or `test` for a token that can only read.'),
    client_id: s.nullable(s.text('ID of the OAuth app that the token was issued to.')),
  },
  { description: 'Access token of the request. Omitted for browser sessions.' },
)

export const localeSchema = s.stringEnum(
  s.namedEnum('Language', [...languages]),
  'Language of the console and of emails; null for that of the browser.',
)
export const themeSchema = s.stringEnum(
  s.namedEnum('Theme', ['light', 'dark']),
  'Theme of the console; null for that of the operating system.',
)

const displayName = (description: string) => s.optional(s.text({ min: 1, max: 80, description }))
const taskDisplay = s.namedObject(
  'TaskDisplay',
  {
    layout: displayName('`list`, `board`, `calendar` or `timeline`.'),
    scale: displayName('Period of a calendar or zoom of a timeline: `day`, `week` or `month`.'),
    group_by: displayName('Grouping; `none` for no groups.'),
    lanes: displayName('Lanes of a board; `none` for no lanes.'),
    sort: displayName('Sort, with `-` before it for descending order.'),
    columns: s.optional(
      s.array(s.text({ min: 1, max: 80 }), { maxItems: 40, description: 'Columns that are shown, in order.' }),
    ),
  },
  { description: 'Settings of a list of tasks. Omitted ones have the default of the client.' },
)
export type TaskDisplay = s.Static<typeof taskDisplay>

export const MAX_DISPLAYS = 100
const PLACES = '`project:ID`, `team:ID`, or `tasks:ID` with the ID of an organization'
const displayMap = <S extends s.TSchema>(display: S, description: string) =>
  s.rawSchema<Record<string, s.Static<S>>>({
    type: 'object',
    maxProperties: MAX_DISPLAYS,
    propertyNames: {
      pattern: '^[a-z]{1,20}:[0-9A-Za-z_-]{1,64}$',
      patternMessage: 'must have names such as `project:ID`',
    },
    additionalProperties: display,
    description,
  })

export const displayChangesSchema = displayMap(
  s.nullable(taskDisplay),
  `Displays to store by place: ${PLACES}. Other places keep theirs; null removes one. The last ${MAX_DISPLAYS} are ` +
    'stored, up to 32 KiB together.',
)

export const consolePreferenceFields = {
  locale: s.nullable(localeSchema),
  theme: s.nullable(themeSchema),
  display: displayMap(taskDisplay, `Displays of lists of tasks by place: ${PLACES}.`),
}

const preferences = s.object(
  {
    time_zone: s.nullable(s.text('IANA time zone that you chose; null if you chose none.')),
    ...consolePreferenceFields,
  },
  { description: 'Preferences of the console (`/v1/me/preferences`). Omitted for access tokens.' },
)

export const meSchema = s.namedObject('Me', {
  principal,
  organizations: s.array(membership, {
    description: 'Active memberships, sorted by name. With an access token, only its organization.',
  }),
  time_zone: s.text(
    'IANA time zone of the caller: from their preferences, else the header `X-Time-Zone`, else ' +
      "UTC. Determines today's date for `filter[overdue]`, the current sprint and the remaining " +
      'days of a project.',
  ),
  preferences: s.optional(preferences),
  is_operator: s.optional(s.bool('True for operators of the server (`/v1/installation`). Omitted for others.')),
  auth: s.optionalNullable(grantSchema),
})
