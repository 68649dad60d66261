import { useRef } from 'preact/hooks'
import { fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { Button } from '../../components/button.tsx'
import { colorNames } from '../../components/color-names.ts'
import { ColorButton } from './color-button.tsx'
import type { OptionDraft } from './field-form.ts'

interface Props {
  options: readonly OptionDraft[]
  error: string | undefined
  onChange: (options: readonly OptionDraft[]) => void
}

let lastId = 0

function moveItem<T>(items: readonly T[], index: number, step: number): T[] {
  const moved = [...items]
  const [item] = moved.splice(index, 1)
  moved.splice(index + step, 0, item!)
  return moved
}

/** Options of a field that is not created yet. Enter adds the next one. */
export function NewOptions({ options, error, onChange }: Props) {
  const box = useRef<HTMLFieldSetElement>(null)
  const add = () => {
    onChange([...options, { id: ++lastId, label: '', color: colorNames[options.length % colorNames.length]! }])
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('li:last-child .input')?.focus())
  }
  const update = (id: number, part: Partial<OptionDraft>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...part } : option)))
  return (
    <fieldset ref={box} class="fields-options">
      <legend class="field-label">{messages.options}</legend>
      <p class="field-hint">{messages.optionsHint}</p>
      <ul>
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            option={option}
            index={index}
            isLast={index === options.length - 1}
            update={(part) => update(option.id, part)}
            move={(step) => onChange(moveItem(options, index, step))}
            remove={() => onChange(options.filter(({ id }) => id !== option.id))}
            add={add}
          />
        ))}
      </ul>
      <Button small icon="plus" onClick={add}>
        {messages.addOption}
      </Button>
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface RowProps {
  option: OptionDraft
  index: number
  isLast: boolean
  update: (part: Partial<OptionDraft>) => void
  move: (step: number) => void
  remove: () => void
  add: () => void
}

function OptionRow({ option, index, isLast, update, move, remove, add }: RowProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <li class="fields-option">
      <ColorButton
        color={option.color}
        label={messages.optionColor(option.label || String(index + 1))}
        onPick={(color) => update({ color })}
      />
      <input
        class="input"
        dir="auto"
        maxLength={80}
        aria-label={messages.optionLabel(index + 1)}
        value={option.label}
        onInput={(event) => update({ label: event.currentTarget.value })}
        onKeyDown={handleKey}
      />
      <Button kind="quiet" small icon="arrow-up" title={messages.up} disabled={index === 0} onClick={() => move(-1)} />
      <Button kind="quiet" small icon="arrow-down" title={messages.down} disabled={isLast} onClick={() => move(1)} />
      <Button kind="quiet" small icon="x" title={messages.removeOption} onClick={remove} />
    </li>
  )
}
