import { columnLabels, listTexts } from '../../messages/tasks.ts'
import { Icon } from '../../components/icon.tsx'
import { getLabel } from '../fields/fields.ts'
import { isCustomName } from '../views/filter-names.ts'
import { updateViewQuery, viewState } from '../views/view-state.ts'
import type { BuiltInColumn, Sorting, TaskColumn } from '../views/view-query.ts'

const columnSortings: Partial<Record<BuiltInColumn, Sorting>> = {
  start_date: 'start_date',
  due_date: 'due_date',
  created_at: 'created_at',
  updated_at: 'updated_at',
  assignee: 'assignee',
  task_type: 'task_type',
}

const getColumnSorting = (column: TaskColumn): Sorting | undefined =>
  isCustomName(column) ? column : columnSortings[column]

/** Headings of the list. A heading sorts by its column, and in the other direction when it is clicked again. */
export const ColumnHeaders = ({ columns }: { columns: readonly TaskColumn[] }) => (
  <div class="task-row task-table-head" role="row">
    <span role="columnheader" class="task-table-untitled">
      <span class="hidden-text">{listTexts.mark}</span>
    </span>
    <span role="columnheader">
      <span class="hidden-text">{listTexts.priority}</span>
    </span>
    <span role="columnheader">
      <span class="hidden-text">{listTexts.status}</span>
    </span>
    <Header class="task-table-head-title" label={listTexts.title} sorting="title" />
    {columns.map((name) => (
      <Header
        key={name}
        class={`task-table-head-${isCustomName(name) ? 'custom' : name}`}
        label={getLabel(name, columnLabels)}
        sorting={getColumnSorting(name)}
      />
    ))}
  </div>
)

interface HeaderProps {
  class: string
  label: string
  sorting: Sorting | undefined
}

function Header({ class: name, label, sorting }: HeaderProps) {
  const { sort, isDescending } = viewState.value.query
  if (sorting === undefined)
    return (
      <span role="columnheader" class={name}>
        <bdi class="one-line">{label}</bdi>
      </span>
    )
  const isSorted = sort === sorting
  const toggle = () => updateViewQuery({ sort: sorting, isDescending: isSorted && !isDescending })
  return (
    <span role="columnheader" class={name} aria-sort={!isSorted ? 'none' : isDescending ? 'descending' : 'ascending'}>
      <button
        type="button"
        class="task-table-sort"
        tabIndex={-1}
        title={listTexts.sortByColumn(label)}
        onClick={toggle}
      >
        <bdi class="one-line">{label}</bdi>
        {isSorted && <Icon name={isDescending ? 'arrow-down' : 'arrow-up'} size={12} />}
      </button>
    </span>
  )
}
