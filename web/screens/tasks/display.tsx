import { columnLabels, groupLabels, sortLabels, text } from '../../messages/tasks.ts'
import { ask, asked } from '../../parts/asked.ts'
import { columnNames, groupings, sortings, type Column } from '../../parts/filter-question.ts'
import { Button } from '../../ui/button.tsx'
import { openLayer } from '../../ui/layer.ts'
import { Popover } from '../../ui/popover.tsx'
import './display.css'

export function openDisplay(anchor: Element): void {
  openLayer((close) => <DisplayPopover anchor={anchor} close={close} />, anchor)
}

function DisplayPopover({ anchor, close }: { anchor: Element; close: () => void }) {
  const { question: query, place: container } = asked.value
  const { group, sort, descending: isDescending, layout } = query
  // Names of goals are unique within a project only.
  const groupOptions = groupings.filter((name) => name !== 'goal' || container.kind === 'project')
  const sortOptions = sortings.filter((name) => name !== 'section_position' || group === 'section')
  return (
    <Popover anchor={anchor} onClose={close} placement="bottom-end" role="dialog" label={text.display}>
      <div class="display">
        <Choice
          label={text.groupBy}
          value={group ?? ''}
          options={[
            ...(layout === 'board' ? [] : [['', text.noGrouping]]),
            ...toOptions(groupOptions, groupLabels),
          ]}
          onPick={(value) => ask({ group: groupOptions.find((name) => name === value) ?? null })}
        />
        <Choice
          label={text.sortBy}
          value={sort}
          options={toOptions(sortOptions, sortLabels)}
          onPick={(value) => ask({ sort: sortings.find((name) => name === value)! })}
        >
          <Button
            kind="quiet"
            small
            icon={isDescending ? 'arrow-down' : 'arrow-up'}
            title={isDescending ? text.descending : text.ascending}
            onClick={() => ask({ descending: !isDescending })}
          />
        </Choice>
        {layout === 'list' && <Columns selected={query.columns} />}
      </div>
    </Popover>
  )
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

function Columns({ selected }: { selected: readonly Column[] }) {
  const toggle = (name: Column) =>
    ask({ columns: columnNames.filter((one) => (one === name) !== selected.includes(one)) })
  return (
    <fieldset class="display-columns">
      <legend>{text.columns}</legend>
      {columnNames.map((name) => (
        <Button key={name} small pressed={selected.includes(name)} onClick={() => toggle(name)}>
          {columnLabels[name]}
        </Button>
      ))}
    </fieldset>
  )
}
