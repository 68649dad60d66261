import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { teamRoles } from '../teams/policy.ts'

const entry_id = s.text('ID of the entry.')
const startDate = s.date('First day of the absence.')
const endDate = s.date('Last day of the absence.')
const note = s.text({ max: 200, description: 'Free text. `null` when there is none.' })

export const availabilityCreate = s.namedObject('AvailabilityCreate', {
  user_id: s.uuid('ID of the user who is away: an active member of the team.'),
  start_date: startDate,
  end_date: endDate,
  ...s.optionalNullables({ note }),
})

export const availabilityUpdate = s.partialUpdate('AvailabilityUpdate', ['note'], {
  user_id: s.uuid('Accepted only if it equals the user of the entry, which cannot be changed.'),
  start_date: startDate,
  end_date: endDate,
  note,
})

export const availabilityEntry = s.namedObject('AvailabilityEntry', {
  entry_id,
  org_id: orgIdProperty,
  user_id: s.uuid('ID of the user who is away.'),
  start_date: startDate,
  end_date: endDate,
  note: s.nullable(s.text('Free text. `null` when there is none.')),
  ...auditFields,
})

const availabilityMember = s.namedObject('AvailabilityMember', {
  user_id: s.uuid('ID of the user.'),
  team_role: s.stringEnum(teamRoles, 'Role of the user in the team.'),
  username: s.nullable(s.text('Username of the user.')),
})

export const availabilityRange = s.namedObject('AvailabilityRange', {
  team_id: s.text('ID of the team.'),
  from: s.date('First day of the range.'),
  to: s.date('Last day of the range.'),
  members: s.array(availabilityMember, 'Active members of the team, by username.'),
  entries: s.array(availabilityEntry, 'Entries of these members that overlap the range, by start date.'),
})

export const availabilityDeleted = s.namedObject('AvailabilityDeleted', { ...s.okResponse.properties, entry_id })
