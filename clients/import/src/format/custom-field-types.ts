export const customFieldTypes = [
  'text',
  'number',
  'date',
  'checkbox',
  'select',
  'multi_select',
  'person',
  'people',
  'url',
] as const
