import { locale } from '../../ui/intl.ts'
import { text } from '../../messages/tasks.ts'
import { asked } from '../../parts/asked.ts'
import { choicesOf, nameOf } from '../../parts/groups.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Stretch, TaskRows } from './rows.ts'

export function GroupHead({ range, index, rows }: { range: Stretch; index: number; rows: TaskRows }) {
  const { question: query, place: container } = asked.value
  const group = query.group ?? 'status'
  const { label, icon } = nameOf(group, range.key, choicesOf(group, container))
  const { isCollapsed, count, key } = range
  return (
    <div role="row" class="group-head" aria-rowindex={index + 1}>
      <span role="gridcell" class="group-head-cell">
        <button
          type="button"
          class="group-head-button"
          aria-expanded={!isCollapsed}
          title={isCollapsed ? text.expand(label) : text.collapse(label)}
          onClick={() => rows.toggle(key)}
        >
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} size={14} />
          {icon}
          <bdi class="one-line">{label}</bdi>
          <span class="group-head-count">{count.toLocaleString(locale)}</span>
        </button>
      </span>
    </div>
  )
}
