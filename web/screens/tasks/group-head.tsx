import { locale } from '../../ui/intl.ts'
import { text } from '../../messages/tasks.ts'
import { asked } from '../../parts/asked.ts'
import { choicesOf, nameOf } from '../../parts/groups.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Stretch, TaskRows } from './rows.ts'

/** The head of a group: its name, how many tasks it has, and whether they are shown. */
export function GroupHead({ stretch, index, rows }: { stretch: Stretch; index: number; rows: TaskRows }) {
  const { question, place } = asked.value
  const group = question.group ?? 'status'
  const { label, icon } = nameOf(group, stretch.key, choicesOf(group, place))
  const { closed, count, key } = stretch
  return (
    <div role="row" class="group-head" aria-rowindex={index + 1}>
      <span role="gridcell" class="group-head-cell">
        <button
          type="button"
          class="group-head-button"
          aria-expanded={!closed}
          title={closed ? text.expand(label) : text.collapse(label)}
          onClick={() => rows.toggle(key)}
        >
          <Icon name={closed ? 'chevron-right' : 'chevron-down'} size={14} />
          {icon}
          <bdi class="one-line">{label}</bdi>
          <span class="group-head-count">{count.toLocaleString(locale)}</span>
        </button>
      </span>
    </div>
  )
}
