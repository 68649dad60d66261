import type { FieldType } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'
import { formatNumber } from './plural.ts'

export const fieldTexts = defineMessages('fieldTexts', {
  yes: 'Yes',
  no: 'No',
  none: 'none',
  unset: 'None',
  archivedOption: 'Archived',
  customField: 'Custom field',
  openLink: (name: string) => `Open the link of ${name}`,
  placeholder: { text: 'Text', number: 'Number', url: 'https://' },
  tooLong: (max: number) => `Must have at most ${formatNumber(max)} characters.`,
  notNumber: 'Must be a number, such as 12 or 2.5.',
  tooSmall: (min: number) => `Must be at least ${formatNumber(min)}.`,
  tooLarge: (max: number) => `Must be at most ${formatNumber(max)}.`,
  decimals: (n: number) =>
    n === 0 ? 'Must be a whole number.' : `Must have at most ${formatNumber(n)} ${n === 1 ? 'decimal' : 'decimals'}.`,
  range: (min: number | null, max: number | null) =>
    min !== null && max !== null
      ? `From ${formatNumber(min)} to ${formatNumber(max)}`
      : min !== null
        ? `At least ${formatNumber(min)}`
        : max !== null
          ? `At most ${formatNumber(max)}`
          : '',
  notUrl: 'Must be a web address that begins with http:// or https://.',
  tooMany: (max: number) => `Already has the maximum of ${formatNumber(max)} values. Remove one first.`,
  from: 'From',
  to: 'To',
  contains: 'Contains',
  exact: 'Begin with = to match the whole text.',
  apply: 'Apply',
  containing: (text: string) => `contains “${text}”`,
  quoted: (text: string) => `“${text}”`,
  tooManyFilters: (max: number) =>
    `A list can be filtered by at most ${formatNumber(max)} custom fields. Remove one first.`,
  isUnset: 'Not set',
  without: (name: string) => `No ${name}`,
  archived: (name: string) => `${name} (archived)`,
})

export const fieldTypeNames = defineMessages<Record<FieldType, string>>('fieldTypeNames', {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  checkbox: 'Checkbox',
  select: 'Select',
  multi_select: 'Multi-select',
  person: 'Person',
  people: 'People',
  url: 'URL',
})
