import type { FieldType } from '@svc/sdk'
import type { IconName } from '../../components/icon.tsx'

export const fieldTypeIcons: Record<FieldType, IconName> = {
  text: 'text',
  number: 'number',
  date: 'calendar',
  checkbox: 'task',
  select: 'select',
  multi_select: 'list',
  person: 'person',
  people: 'team',
  url: 'link',
}
