import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { fieldTypes } from './kinds.ts'

export const MAX_OPTIONS = 100

const keyPattern = '^[a-z][a-z0-9_]{0,39}$'
const optionPattern = '^[a-z0-9][a-z0-9_]{0,39}$'
const name = s.nonBlankText(80, 'Name that users see.')
const label = s.nonBlankText(80, 'Label that users see.')
const color = s.text({
  max: 20,
  pattern: '^(#[0-9a-f]{6}|[a-z]+)$',
  patternMessage: 'must be a color name or #rrggbb',
  description: 'Name of a color, or `#rrggbb`.',
})
const optionKey = s.text({
  pattern: optionPattern,
  patternMessage: 'must have 1 to 40 of a-z, 0-9 and _, not beginning with _',
  description: 'Permanent key of the option, the value in tasks. By default derived from the label.',
})
const position = s.num({ minimum: -1e12, maximum: 1e12, description: 'Sort position; by default after all others.' })
const optionPosition = s.int({ minimum: 1, maximum: 1000, description: 'Position among the options, from 1.' })
const numberSettings = {
  unit: s.nonBlankText(20, 'Unit shown beside a number, such as `h`.'),
  decimals: s.int({ minimum: 0, maximum: 10, description: 'Maximum number of decimals of a number.' }),
  min: s.num('Smallest allowed number.'),
  max: s.num('Largest allowed number.'),
}
const description = s.text({ max: 2000, description: 'Help text for users.' })
const project_ids = s.array(s.text({ max: 64 }), {
  minItems: 1,
  maxItems: 200,
  description: 'IDs of the projects whose tasks have the field; `null` for all tasks of the organization.',
})
const on_card = s.bool('Asks clients to show the value on the cards of a board.')

export const fieldParams = { field_id: 'ID of the field.' }
export const optionParams = {
  field_id: 'ID of the field.',
  option: 'Key of the option.',
}

const fieldOption = s.namedObject('FieldOption', {
  option: s.text('Permanent key of the option, the value in tasks.'),
  label: s.text('Label that users see.'),
  color: s.nullable(s.text('Name of a color, or `#rrggbb`.')),
  is_active: s.bool('False for an archived option, which tasks keep but which cannot be chosen.'),
})

const optionCreate = s.namedObject('FieldOptionValues', { label, ...s.optionalNullables({ option: optionKey, color }) })

export const fieldCreate = s.namedObject('FieldCreate', {
  org_id: s.orgIdField,
  name,
  type: s.stringEnum(fieldTypes),
  ...s.optionalNullables({
    key: s.text({
      pattern: keyPattern,
      patternMessage: 'must have 1 to 40 of a-z, 0-9 and _, beginning with a letter',
      description:
        'Permanent key of the values in tasks. By default derived from the name. Gets a random suffix if a field that the ' +
        'caller cannot read has it.',
    }),
    description,
    ...numberSettings,
    options: s.array(optionCreate, { maxItems: MAX_OPTIONS, description: 'Options of a select, in order.' }),
    project_ids,
    on_card,
    position,
  }),
})
export type FieldCreate = s.Static<typeof fieldCreate>

export const fieldUpdate = s.partialUpdate(
  'FieldUpdate',
  ['description', 'unit', 'decimals', 'min', 'max', 'project_ids'],
  {
    name,
    description,
    ...numberSettings,
    project_ids,
    on_card,
    position,
    is_active: s.bool('`false` archives the field, `true` restores it.'),
  },
)
export type FieldUpdate = s.Static<typeof fieldUpdate>

export const optionCreateBody = s.namedObject('FieldOptionCreate', {
  label,
  ...s.optionalNullables({ option: optionKey, color, position: optionPosition }),
})
export type OptionCreate = s.Static<typeof optionCreateBody>

export const optionUpdate = s.partialUpdate('FieldOptionUpdate', ['color'], {
  label,
  color,
  position: optionPosition,
  is_active: s.bool('`false` archives the option, `true` restores it.'),
})
export type OptionUpdate = s.Static<typeof optionUpdate>

export const fieldSchema = s.namedObject('Field', {
  field_id: s.text('ID of the field.'),
  org_id: orgIdProperty,
  key: s.text('Permanent key of the values in tasks.'),
  name: s.text('Name that users see.'),
  description: s.nullable(s.text('Help text for users.')),
  type: s.stringEnum(fieldTypes),
  unit: s.nullable(s.text('Unit shown beside a number.')),
  decimals: s.nullable(s.int('Maximum number of decimals of a number.')),
  min: s.nullable(s.num('Smallest allowed number.')),
  max: s.nullable(s.num('Largest allowed number.')),
  options: s.array(fieldOption, 'Options of a select, in order, including archived ones.'),
  project_ids: s.nullable(
    s.array(s.text(), {
      description:
        'IDs of the projects whose tasks have the field and that the caller can read; `null` for all tasks of the ' +
        'organization.',
    }),
  ),
  on_card,
  position: s.num('Sort position.'),
  is_active: s.bool('False for an archived field.'),
  ...auditFields,
})

export const fieldOptionsSchema = s.namedObject('FieldOptions', {
  field_id: s.text('ID of the field.'),
  options: fieldSchema.properties.options,
  version: s.versionField,
})
