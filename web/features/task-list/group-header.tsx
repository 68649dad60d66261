import { listTexts } from '../../messages/tasks.ts'
import { viewState } from '../views/view-state.ts'
import { listGroupChoices, getGroupName } from '../views/groups.tsx'
import { SectionCount } from '../sections/section-icon.tsx'
import { buildHeaderAttributes, findGroupLimit, GroupTools } from '../sections/section-tools.tsx'
import { Icon } from '../../components/icon.tsx'
import type { GroupRange, TaskRows } from './task-rows.ts'

export function GroupHeader({ range, index, rows }: { range: GroupRange; index: number; rows: TaskRows }) {
  const { query, container } = viewState.value
  const group = query.group ?? 'status'
  const { label, icon } = getGroupName(group, range.key, listGroupChoices(group, container))
  const { isCollapsed, count, key } = range
  const target = { group, key, label, layout: 'list' } as const
  return (
    <div role="row" class="group-head" aria-rowindex={index + 1} {...buildHeaderAttributes(target)}>
      <span role="gridcell" class="group-head-cell">
        <button
          type="button"
          class="group-head-button"
          aria-expanded={!isCollapsed}
          title={isCollapsed ? listTexts.expand(label) : listTexts.collapse(label)}
          onClick={() => rows.toggle(key)}
        >
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} size={14} />
          {icon}
          <bdi class="one-line">{label}</bdi>
          <span class="group-head-count">
            <SectionCount count={count} limit={findGroupLimit(target)} />
          </span>
        </button>
      </span>
      <span role="gridcell" class="group-head-tools">
        <GroupTools {...target} />
      </span>
    </div>
  )
}
