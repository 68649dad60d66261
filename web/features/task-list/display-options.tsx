import { columnLabels, groupLabels, listTexts } from '../../messages/tasks.ts'
import { sortLabels, listMenuTexts } from '../../messages/list-menus.ts'
import { updateViewQuery, viewState } from '../views/view-state.ts'
import {
  taskColumns,
  listGroupings,
  taskGroupings,
  taskSortings,
  type Grouping,
  type Sorting,
  type TaskColumn,
  type ViewQuery,
} from '../views/view-query.ts'
import { isCustomName, toCustomName } from '../views/filter-names.ts'
import { getLabel } from '../fields/fields.ts'
import { listContainerFields } from '../fields/container-fields.ts'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { isNesting, setNesting } from './nesting.ts'
import { Button } from '../../components/button.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { Popover } from '../../components/popover.tsx'
import './display-options.css'

export function openDisplayOptions(anchor: Element): void {
  openLayer((close) => <DisplayPopover anchor={anchor} close={close} />, anchor)
}

function DisplayPopover({ anchor, close }: { anchor: Element; close: () => void }) {
  const { query } = viewState.value
  const { group, sort, isDescending, layout } = query
  const { groupOptions, sortOptions } = listOptions()
  return (
    <Popover anchor={anchor} onClose={close} placement="bottom-end" role="dialog" label={listTexts.display}>
      <div class="display">
        {layout !== 'timeline' && (
          <Choice
            label={listMenuTexts.groupBy}
            value={group ?? ''}
            options={[
              ...(layout === 'board' ? [] : [['', listMenuTexts.noGrouping]]),
              ...toOptions(groupOptions, groupLabels),
            ]}
            onPick={(value) => updateViewQuery(changeGroup(query, groupOptions.find((name) => name === value) ?? null))}
          />
        )}
        <Choice
          label={listMenuTexts.sortBy}
          value={sort}
          options={toOptions(sortOptions, sortLabels)}
          onPick={(value) => updateViewQuery({ sort: sortOptions.find((name) => name === value)! })}
        >
          <Button
            kind="quiet"
            small
            icon={isDescending ? 'arrow-down' : 'arrow-up'}
            title={isDescending ? listMenuTexts.descending : listMenuTexts.ascending}
            onClick={() => updateViewQuery({ isDescending: !isDescending })}
          />
        </Choice>
        {layout === 'list' && <NestingChoice />}
        {layout === 'list' && <Columns selected={viewState.value.query.columns} />}
      </div>
    </Popover>
  )
}

const NestingChoice = () => (
  <label class="display-choice">
    <span>{listMenuTexts.nestSubtasks}</span>
    <input
      type="checkbox"
      checked={isNesting.value}
      onChange={({ currentTarget }) => setNesting(currentTarget.checked)}
    />
  </label>
)

/** Sections are in manual order at first, which other groups do not have. */
export function changeGroup({ sort }: ViewQuery, group: Grouping | null): Partial<ViewQuery> {
  if (group === 'section') return { group, sort: 'section_position', isDescending: false }
  return sort === 'section_position' ? { group, sort: 'priority' } : { group }
}

export function listOptions(): { groupOptions: Grouping[]; sortOptions: Sorting[] } {
  const { query, container } = viewState.value
  const fields = listContainerFields(container)
  const groupable = fields.filter((field) => getCustomFieldDisplay()?.isGroupable(field))
  const groups: Grouping[] = [
    // Names of goals are unique within a project only.
    ...taskGroupings.filter(
      (name) =>
        name !== (container.kind === 'project' ? 'project' : 'goal') &&
        (name !== 'team' || container.kind === 'all') &&
        (query.layout === 'list' || !listGroupings.includes(name)),
    ),
    ...groupable.map(({ key }) => toCustomName(key)),
  ]
  const sorts: Sorting[] = [
    ...taskSortings.filter((name) => name !== 'section_position' || query.group === 'section'),
    ...fields.map(({ key }) => toCustomName(key)),
  ]
  return { groupOptions: withCurrent(groups, query.group), sortOptions: withCurrent(sorts, query.sort) }
}

/** Adds the current choice, which another program or an archived field may have set. */
const withCurrent = <T extends string>(names: T[], current: T | null): T[] =>
  current === null || names.includes(current) ? names : [...names, current]

const toOptions = (names: readonly string[], labels: Record<string, string>): [string, string][] =>
  names.map((name) => [name, getLabel(name, labels)])

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
  const customColumns = listContainerFields(viewState.value.container).map(({ key }) => toCustomName(key))
  const others = selected.filter((name) => isCustomName(name) && !customColumns.includes(name))
  const columns: TaskColumn[] = [...taskColumns, ...customColumns, ...others]
  const toggle = (name: TaskColumn) =>
    updateViewQuery({ columns: columns.filter((one) => (one === name) !== selected.includes(one)) })
  return (
    <fieldset class="display-columns">
      <legend>{listMenuTexts.columns}</legend>
      {columns.map((name) => (
        <Button key={name} small pressed={selected.includes(name)} onClick={() => toggle(name)}>
          {getLabel(name, columnLabels)}
        </Button>
      ))}
    </fieldset>
  )
}
