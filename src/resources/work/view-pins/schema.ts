import {
  dateTime,
  list,
  orgIdField,
  nullable,
  num,
  object,
  stringEnum,
  text,
  type Static,
} from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'
import { viewResources } from '../views/schema.ts'
import { pinTypes } from './rules.ts'

const pinType = stringEnum(pinTypes, { description: 'Kind of the pinned item.' })

export const pinSchema = object(
  {
    pin_type: pinType,
    pin_id: text({ description: 'ID of the view or project.' }),
    org_id: text({ description: 'ID of the organization.' }),
    position: num({ description: 'Sort position.' }),
    label: text({ description: 'Current name of the view or project.' }),
    scope_type: nullable(stringEnum(scopeTypes, { description: 'Kind of owner of the view; null for a project.' })),
    resource: nullable(stringEnum(viewResources, { description: 'List that the view queries; null for a project.' })),
    created_at: nullable(dateTime({ description: 'Time at which it was pinned.' })),
  },
  { title: 'ViewPin' },
)

export const pinOrderSchema = object(
  {
    org_id: orgIdField,
    pins: list(object({ pin_type: pinType, pin_id: text({ max: 64, description: 'ID of the view or project.' }) }), {
      maxItems: 1000,
      description: 'Pins to move to the front, in their new order.',
    }),
  },
  { title: 'ViewPinOrder' },
)
export type PinOrder = Static<typeof pinOrderSchema>
