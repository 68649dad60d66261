import type { TaskHistoryEntry } from '@svc/sdk'
import { historyTexts, fieldNames } from '../../messages/task.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Icon } from '../../components/icon.tsx'
import { UserName } from '../members/user-name.tsx'
import { getLabel } from '../fields/fields.ts'
import { FieldValue } from '../tasks/field-value.tsx'
import './history-entry.css'

interface Change {
  field: string
  old: unknown
  new: unknown
}

export const hiddenFields = [
  'section_position',
  'other_section_ids',
  'scope_type',
  'scope_id',
  'restricted_to_user_ids',
  'org_id',
  'comment_id',
  'parent_comment_id',
  'mentions',
  'attachment_id',
  'is_inline',
  'generation',
  'until',
]
const longFields = ['description', 'content', 'metadata', 'type_data']

const listChanges = ({ metadata }: TaskHistoryEntry): Change[] =>
  (metadata as unknown as Change[]).filter(
    ({ field, old, new: now }) => !hiddenFields.includes(field) && (old != null || now != null),
  )

export function HistoryEntry({ entry }: { entry: TaskHistoryEntry }) {
  const isNew = entry.action === 'created'
  return (
    <li class="history">
      <UserName username={entry.created_by} bare size={20} />
      <p class="history-text">
        <bdi class="history-author">{entry.created_by}</bdi>{' '}
        {historyTexts[entry.action] ?? entry.action.replaceAll('_', ' ')} <RelativeTime at={entry.created_at} />
      </p>
      {!isNew && (
        <ul class="history-changes">
          {listChanges(entry).map((change) => (
            <li key={change.field}>
              <ChangeRow change={change} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function ChangeRow({ change: { field, old, new: now } }: { change: Change }) {
  const name = getLabel(field, fieldNames)
  if (longFields.includes(field)) return <span class="history-field">{name}</span>
  return (
    <>
      <span class="history-field">{name}</span>
      {old != null && <FieldValue field={field} value={old} />}
      {old != null && <Icon name="arrow-right" size={12} />}
      <FieldValue field={field} value={now} />
    </>
  )
}
