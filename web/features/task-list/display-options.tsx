import { columnLabels, groupLabels, sortLabels, listTexts } from '../../messages/tasks.ts'
import { updateViewQuery, viewState } from '../views/view-state.ts'
import {
  taskColumns,
  taskGroupings,
  taskSortings,
  type Grouping,
  type TaskColumn,
  type ViewQuery,
} from '../views/view-query.ts'
import { Button } from '../../components/button.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { Popover } from '../../components/popover.tsx'
import './display-options.css'

export function openDisplayOptions(anchor: Element): void {
  openLayer((close) => <DisplayPopover anchor={anchor} close={close} />, anchor)
}

function DisplayPopover({ anchor, close }: { anchor: Element; close: () => void }) {
  const { query, container } = viewState.value
  const { group, sort, isDescending, layout } = query
  // Names of goals are unique within a project only.
  const groupOptions = taskGroupings.filter((name) => name !== 'goal' || container.kind === 'project')
  const sortOptions = taskSortings.filter((name) => name !== 'section_position' || group === 'section')
  return (
    <Popover anchor={anchor} onClose={close} placement="bottom-end" role="dialog" label={listTexts.display}>
      <div class="display">
        <Choice
          label={listTexts.groupBy}
          value={group ?? ''}
          options={[
            ...(layout === 'board' ? [] : [['', listTexts.noGrouping]]),
            ...toOptions(groupOptions, groupLabels),
          ]}
          onPick={(value) => updateViewQuery(changeGroup(query, groupOptions.find((name) => name === value) ?? null))}
        />
        <Choice
          label={listTexts.sortBy}
          value={sort}
          options={toOptions(sortOptions, sortLabels)}
          onPick={(value) => updateViewQuery({ sort: taskSortings.find((name) => name === value)! })}
        >
          <Button
            kind="quiet"
            small
            icon={isDescending ? 'arrow-down' : 'arrow-up'}
            title={isDescending ? listTexts.descending : listTexts.ascending}
            onClick={() => updateViewQuery({ isDescending: !isDescending })}
          />
        </Choice>
        {layout === 'list' && <Columns selected={query.columns} />}
      </div>
    </Popover>
  )
}

/** Sections are in manual order at first, which other groups do not have. */
function changeGroup({ sort }: ViewQuery, group: Grouping | null): Partial<ViewQuery> {
  if (group === 'section') return { group, sort: 'section_position', isDescending: false }
  return sort === 'section_position' ? { group, sort: 'priority' } : { group }
}

const toOptions = <T extends string>(names: readonly T[], labels: Record<T, string>): [string, string][] =>
  names.map((name) => [name, labels[name]])

interface ChoiceProps {
  label: string
  value: string
  options: string[][]
  onPick: (value: string) => void
  children?: preact.ComponentChildren
}

const Choice = ({ label, value, options, onPick, children }: ChoiceProps) => (
  <label class="display-choice">
    <span>{label}</span>
    <select class="input" data-focus value={value} onChange={(event) => onPick(event.currentTarget.value)}>
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
    {children}
  </label>
)

function Columns({ selected }: { selected: readonly TaskColumn[] }) {
  const toggle = (name: TaskColumn) =>
    updateViewQuery({ columns: taskColumns.filter((one) => (one === name) !== selected.includes(one)) })
  return (
    <fieldset class="display-columns">
      <legend>{listTexts.columns}</legend>
      {taskColumns.map((name) => (
        <Button key={name} small pressed={selected.includes(name)} onClick={() => toggle(name)}>
          {columnLabels[name]}
        </Button>
      ))}
    </fieldset>
  )
}
