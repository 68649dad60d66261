import * as s from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'
import { viewResources } from '../views/schema.ts'
import { pinTypes } from './rules.ts'

const pinType = s.stringEnum(pinTypes, 'Kind of the pinned item.')

export const pinSchema = s.namedObject('ViewPin', {
  pin_type: pinType,
  pin_id: s.text('ID of the view or project.'),
  org_id: s.text('ID of the organization.'),
  position: s.num('Sort position.'),
  label: s.text('Current name of the view or project.'),
  scope_type: s.nullable(s.stringEnum(scopeTypes, 'Type of the owner of the view; null for a project.')),
  resource: s.nullable(s.stringEnum(viewResources, 'List that the view queries; null for a project.')),
  created_at: s.nullable(s.dateTime('Time at which it was pinned.')),
})

export const pinOrderSchema = s.namedObject('ViewPinOrder', {
  org_id: s.orgIdField,
  pins: s.array(
    s.object({ pin_type: pinType, pin_id: s.text({ max: 64, description: 'ID of the view or project.' }) }),
    { maxItems: 1000, description: 'Pins to move to the front, in their new order.' },
  ),
})
