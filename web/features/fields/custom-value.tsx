import type { VNode } from 'preact'
import type { Field } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'
import { ColorDot } from '../../components/color-dot.tsx'
import { Icon } from '../../components/icon.tsx'
import { UserName } from '../members/user-name.tsx'
import { findOption, formatFieldValue, listItems, type CustomFieldValue as Value } from './format-value.ts'
import './custom-value.css'

interface Props {
  field: Field
  value: Value
  /** Shows users by their avatars only, and at most two options, where there is little room. */
  compact?: boolean
}

const MAX_COMPACT_ITEMS = 2

/** Value of a custom field. Callers show unset values in their own way. */
export function CustomValue({ field, value, compact = false }: Props): VNode | null {
  switch (field.type) {
    case 'select':
    case 'multi_select':
      return <Options field={field} keys={listItems(value)} compact={compact} />
    case 'person':
    case 'people':
      return <People names={listItems(value)} compact={compact} />
    case 'url':
      return <WebLink url={String(value)} compact={compact} />
    case 'checkbox':
      return value === true ? (
        <span class="custom-checked">
          <Icon name="check" size={14} />
          <span class={compact ? 'hidden-text' : undefined}>{fieldTexts.yes}</span>
        </span>
      ) : null
    case 'number':
    case 'date':
      return <span class="custom-number">{formatFieldValue(field, value)}</span>
    default:
      return <bdi class={compact ? 'one-line' : 'custom-text'}>{formatFieldValue(field, value)}</bdi>
  }
}

function Options({ field, keys, compact }: { field: Field; keys: readonly string[]; compact: boolean }) {
  const shown = compact ? keys.slice(0, MAX_COMPACT_ITEMS) : keys
  const title = compact && keys.length > 1 ? formatFieldValue(field, keys) : undefined
  return (
    <span class={compact ? 'custom-options' : 'custom-options custom-wrapped'} title={title}>
      {shown.map((key) => (
        <Option key={key} field={field} option={key} />
      ))}
      {keys.length > shown.length && <span class="custom-more">+{keys.length - shown.length}</span>}
    </span>
  )
}

function Option({ field, option }: { field: Pick<Field, 'options'>; option: string }) {
  const found = findOption(field, option)
  return (
    <span class="custom-option">
      <ColorDot color={found?.color ?? null} />
      <bdi class="one-line">{found?.label ?? option}</bdi>
    </span>
  )
}

function People({ names, compact }: { names: readonly string[]; compact: boolean }) {
  const bare = compact && names.length > 1
  return (
    <span class={bare ? 'custom-people' : 'custom-people custom-wrapped'}>
      {names.map((name) => (
        <UserName key={name} username={name} bare={bare} size={compact ? 20 : 16} />
      ))}
    </span>
  )
}

/** Shows the host and path of a URL. In compact places it is plain text, since a click there opens the editor. */
function WebLink({ url, compact }: { url: string; compact: boolean }) {
  const text = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  if (compact)
    return (
      <span class="one-line" dir="ltr" title={url}>
        {text}
      </span>
    )
  return (
    <a class="custom-link one-line" dir="ltr" href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {text}
    </a>
  )
}
