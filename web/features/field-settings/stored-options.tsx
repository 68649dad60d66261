import { SvcProblem, type Field, type FieldOption } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { Button } from '../../components/button.tsx'
import { ColorDot } from '../../components/color-dot.tsx'
import { colorNames } from '../../components/color-names.ts'
import { getErrorMessage } from '../../components/error-message.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { Picker } from '../../components/picker.tsx'
import { showToast } from '../../components/toast.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { ColorButton } from './color-button.tsx'
import { changeField } from './field-calls.ts'

interface OptionChanges {
  update(option: string, body: { label?: string; color?: string | null; position?: number; is_active?: boolean }): void
  archive(option: string, replacement?: FieldOption): void
  add(label: string): void
}

/** Options of a field. Each change is saved immediately. */
export function StoredOptions({ field }: { field: Field }) {
  const { error, changes } = useOptionChanges(field)
  const active = field.options.filter(({ is_active }) => is_active)
  const archived = field.options.filter(({ is_active }) => !is_active)
  return (
    <fieldset class="fields-options">
      <legend class="field-label">{messages.options}</legend>
      <p class="field-hint">{messages.optionsHint}</p>
      <ul>
        {active.map((option, index) => (
          <OptionRow key={option.option} {...{ field, option, index, active, changes }} />
        ))}
      </ul>
      <NewOption onAdd={changes.add} />
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      {archived.length > 0 && <ArchivedOptions options={archived} changes={changes} />}
    </fieldset>
  )
}

function NewOption({ onAdd }: { onAdd: (label: string) => void }) {
  const [label, setLabel] = useState('')
  const add = () => {
    if (label.trim()) onAdd(label.trim())
    setLabel('')
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <span class="fields-option">
      <input
        class="input"
        dir="auto"
        maxLength={80}
        aria-label={messages.addOption}
        placeholder={messages.addOption}
        value={label}
        onInput={(event) => setLabel(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <Button small icon="plus" title={messages.addOption} onClick={add} />
    </span>
  )
}

function useOptionChanges(field: Field): { error: string | undefined; changes: OptionChanges } {
  const [error, setError] = useState<string>()
  const { field_id } = field
  const send = async (call: Parameters<typeof changeField>[1]) => {
    try {
      await changeField(field, call)
      setError(undefined)
    } catch (problem) {
      const isStale = problem instanceof SvcProblem && problem.status === 412
      setError(isStale ? messages.stale : getErrorMessage(problem))
    }
  }
  const nextColor = colorNames[field.options.length % colorNames.length]!
  return {
    error,
    changes: {
      update: (option, body) => void send((svc) => svc.fields.updateOption(field_id, option, body)),
      add: (label) => void send((svc) => svc.fields.createOption(field_id, { label, color: nextColor })),
      archive: (option, replacement) =>
        void send((svc) =>
          svc.request('DELETE', `/v1/fields/${field_id}/options/${option}`, {
            query: replacement ? { replace_by: replacement.option } : {},
          }),
        ),
    },
  }
}

interface RowProps {
  field: Field
  option: FieldOption
  index: number
  active: readonly FieldOption[]
  changes: OptionChanges
}

function OptionRow(props: RowProps) {
  const { option, index, changes } = props
  const rename = (label: string) => {
    if (label.trim() && label.trim() !== option.label) changes.update(option.option, { label: label.trim() })
  }
  return (
    <li class="fields-option">
      <ColorButton
        color={option.color}
        label={messages.optionColor(option.label)}
        onPick={(color) => changes.update(option.option, { color })}
      />
      <input
        class="input"
        dir="auto"
        maxLength={80}
        aria-label={messages.optionLabel(index + 1)}
        defaultValue={option.label}
        key={option.label}
        onChange={(event) => rename(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return
          event.preventDefault()
          rename(event.currentTarget.value)
        }}
      />
      <Button
        kind="quiet"
        small
        icon="more"
        title={messages.optionMenu(option.label)}
        onClick={({ currentTarget }) => openOptionMenu(props, currentTarget)}
      />
    </li>
  )
}

function openOptionMenu(props: RowProps, anchor: Element): void {
  const label = messages.optionMenu(props.option.label)
  openLayer((close) => <Menu anchor={anchor} label={label} items={buildItems(props, anchor)} onClose={close} />, anchor)
}

function buildItems(props: RowProps, anchor: Element): MenuItem[] {
  const { field, option, index, active, changes } = props
  // Positions count archived options too.
  const toPosition = (neighbor: FieldOption | undefined) => (neighbor ? field.options.indexOf(neighbor) + 1 : 1)
  const move = (step: number) => () => changes.update(option.option, { position: toPosition(active[index + step]) })
  return [
    { id: 'up', label: messages.up, icon: 'arrow-up', disabled: index === 0, onSelect: move(-1) },
    { id: 'down', label: messages.down, icon: 'arrow-down', disabled: index === active.length - 1, onSelect: move(1) },
    {
      id: 'replace',
      label: messages.replaceOption,
      icon: 'arrow-right',
      hasSeparator: true,
      disabled: active.length < 2,
      onSelect: () => openReplacement(props, anchor),
    },
    { id: 'archive', label: messages.archiveOption, icon: 'trash', onSelect: () => changes.archive(option.option) },
  ]
}

function openReplacement({ option, active, changes }: RowProps, anchor: Element): void {
  const others = active.filter((one) => one !== option)
  const pick = (id: string) => {
    const other = others.find((one) => one.option === id)!
    changes.archive(option.option, other)
    showToast({ text: messages.replaced(option.label, other.label) })
  }
  openLayer(
    (close) => (
      <Picker
        anchor={anchor}
        label={messages.replaceTitle(option.label)}
        options={others.map(({ option: id, label, color }) => ({ id, label, icon: <ColorDot color={color} /> }))}
        selected={[]}
        onPick={pick}
        onClose={close}
      />
    ),
    anchor,
  )
}

const ArchivedOptions = ({ options, changes }: { options: readonly FieldOption[]; changes: OptionChanges }) => (
  <div class="fields-archived">
    <p class="field-hint">{messages.archivedOptions(options.length)}</p>
    <ul>
      {options.map(({ option, label, color }) => (
        <li key={option} class="fields-option">
          <ColorDot color={color} />
          <bdi class="one-line">{label}</bdi>
          <Button kind="quiet" small icon="undo" onClick={() => changes.update(option, { is_active: true })}>
            {messages.restoreOption}
          </Button>
        </li>
      ))}
    </ul>
  </div>
)
