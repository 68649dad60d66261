import {
  dateTime,
  list,
  namedOrgId,
  nullable,
  num,
  object,
  oneOf,
  text,
  type Static,
} from '../../kernel/schema.ts'
import { holderTypes } from '../holders/access.ts'
import { viewResources } from '../views/rows.ts'
import { pinTypes } from './rules.ts'

const pinType = oneOf(pinTypes)

export const pin = object(
  {
    pin_type: pinType,
    pin_id: text({ description: 'The view or project.' }),
    org_id: text(),
    position: num(),
    label: text({ description: 'What the view or project is called now.' }),
    scope_type: nullable(oneOf(holderTypes, { description: 'Whose view it is; null for a project.' })),
    resource: nullable(oneOf(viewResources, { description: 'What the view queries; null for a project.' })),
    created_at: nullable(dateTime()),
  },
  { title: 'ViewPin' },
)

export const pinOrder = object(
  {
    org_id: namedOrgId,
    pins: list(object({ pin_type: pinType, pin_id: text({ max: 64 }) }), {
      maxItems: 1000,
      description: 'Pins in their new order; those left out keep theirs, after these.',
    }),
  },
  { title: 'ViewPinOrder' },
)
export type PinOrder = Static<typeof pinOrder>
