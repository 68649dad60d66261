import type { FieldType } from '@svc/sdk'

export const fieldTexts = {
  yes: 'Yes',
  no: 'No',
  none: 'none',
  unset: 'None',
  clear: 'Clear',
  archivedOption: 'Archived',
  title: 'Custom fields',
  customField: 'Custom field',
  setField: (name: string) => `Set ${name}`,
  openLink: (name: string) => `Open the link of ${name}`,
  empty: 'Add a value',
  placeholder: { text: 'Text', number: 'Number', url: 'https://' },
  tooLong: (max: number) => `Must have at most ${max.toLocaleString('en')} characters.`,
  notNumber: 'Must be a number, such as 12 or 2.5.',
  tooSmall: (min: number) => `Must be at least ${min.toLocaleString('en')}.`,
  tooLarge: (max: number) => `Must be at most ${max.toLocaleString('en')}.`,
  decimals: (n: number) =>
    n === 0 ? 'Must be a whole number.' : `Must have at most ${n} ${n === 1 ? 'decimal' : 'decimals'}.`,
  range: (min: number | null, max: number | null) =>
    min !== null && max !== null
      ? `From ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
      : min !== null
        ? `At least ${min.toLocaleString('en')}`
        : max !== null
          ? `At most ${max.toLocaleString('en')}`
          : '',
  notUrl: 'Must be a web address that begins with http:// or https://.',
  tooMany: (max: number) => `Already has the maximum of ${max} values. Remove one first.`,
  from: 'From',
  to: 'To',
  contains: 'Contains',
  exact: 'Begin with = to match the whole text.',
  apply: 'Apply',
  containing: (text: string) => `contains “${text}”`,
  quoted: (text: string) => `“${text}”`,
  tooManyFilters: (max: number) => `A list can be filtered by at most ${max} custom fields. Remove one first.`,
  isUnset: 'Not set',
  without: (name: string) => `No ${name}`,
  archived: (name: string) => `${name} (archived)`,
  unreadable: 'This list uses a custom field that you don’t have access to, so it shows no tasks.',
} as const

export const fieldTypeNames: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  checkbox: 'Checkbox',
  select: 'Select',
  multi_select: 'Multi-select',
  person: 'Person',
  people: 'People',
  url: 'URL',
}
