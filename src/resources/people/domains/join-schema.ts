import { orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { domainJoinModes } from '../organizations/schema.ts'

const joinStatuses = s.namedEnum('JoinStatus', ['open', 'requested', 'declined', 'joined'])

export const joinableOrganization = s.namedObject('JoinableOrganization', {
  org_id: orgIdProperty,
  org_name: s.text('Name of the organization.'),
  domain_join_mode: s.stringEnum(domainJoinModes, '`instant`: you join; `approval`: an admin decides.'),
  status: s.stringEnum(joinStatuses, {
    description:
      '`open`: you can join or ask; `requested`: an admin has not decided; `declined`: ask for an invitation.',
  }),
})

export const joinRequest = s.namedObject('JoinRequest', {
  org_id: orgIdProperty,
  user_id: s.text('ID of the user who asks to join.'),
  username: s.text('Username of the user.'),
  name: s.nullable(s.text('Display name of the user. `null` when there is none.')),
  email: s.nullable(s.text('Current email address of the user.')),
  created_at: s.dateTime('Time of the request, in UTC.'),
  version: s.versionField,
})

export const joinRequestParams = { org_id: 'ID of the organization.', user_id: 'ID of the user who asks.' }
