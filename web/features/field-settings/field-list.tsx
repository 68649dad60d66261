import type { Field } from '@svc/sdk'
import { fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { fieldTypeNames } from '../../messages/fields.ts'
import { getStore } from '../../store/current-store.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { showToast } from '../../components/toast.tsx'
import { announce } from '../../components/util/announce.ts'
import { openLayer } from '../../components/util/open-layer.ts'
import { fieldTypeIcons } from '../fields/field-icon.ts'
import { openDeleteValues } from './delete-values.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { canManageField } from './field-rights.ts'

/** `all` are the fields among which one can be moved, in their order. */
export const FieldList = ({ fields, all }: { fields: readonly Field[]; all: readonly Field[] }) => (
  <ul class="fields-list">
    {fields.map((field) => (
      <FieldItem key={field.field_id} field={field} fields={fields} all={all} />
    ))}
  </ul>
)

interface ItemProps {
  field: Field
  fields: readonly Field[]
  all: readonly Field[]
}

function FieldItem({ field, fields, all }: ItemProps) {
  const { name, type, on_card } = field
  const isManaged = canManageField(field)
  const handleKey = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (!step || !isManaged || !field.is_active) return
    event.preventDefault()
    moveField(field, fields, all, step)
  }
  return (
    <li class="fields-item" onKeyDown={handleKey}>
      <Icon name={fieldTypeIcons[type]} />
      <FieldName field={field} isManaged={isManaged} />
      <span class="fields-type">{fieldTypeNames[type]}</span>
      <span class="fields-scope one-line">
        <bdi>{describeScope(field)}</bdi>
        {on_card && field.is_active && <span class="fields-tag">{messages.onCard}</span>}
      </span>
      {isManaged && (
        <Button
          kind="quiet"
          small
          icon="more"
          title={messages.menu(name)}
          onClick={({ currentTarget }) => openFieldMenu({ field, fields, all }, currentTarget)}
        />
      )}
    </li>
  )
}

const FieldName = ({ field, isManaged }: { field: Field; isManaged: boolean }) => (
  <span class="fields-name">
    {isManaged && field.is_active ? (
      <button
        type="button"
        class="fields-open one-line"
        dir="auto"
        onClick={({ currentTarget }) => openField(field, currentTarget)}
      >
        {field.name}
      </button>
    ) : (
      <bdi class="one-line">{field.name}</bdi>
    )}
    <code class="fields-key one-line">{field.key}</code>
  </span>
)

function describeScope({ project_ids }: Field): string {
  if (project_ids === null) return messages.everyTask
  const [only] = project_ids
  const project = project_ids.length === 1 ? getStore().row('projects', only!).value : undefined
  return project?.name ?? messages.projects(project_ids.length)
}

function openField(field: Field, anchor: Element): void {
  openLayer((close) => <FieldDialog fieldId={field.field_id} scope={null} close={close} />, anchor)
}

function openFieldMenu(props: ItemProps, anchor: Element): void {
  openLayer(
    (close) => (
      <Menu anchor={anchor} label={messages.menu(props.field.name)} items={buildItems(props, anchor)} onClose={close} />
    ),
    anchor,
  )
}

function buildItems({ field, fields, all }: ItemProps, anchor: Element): MenuItem[] {
  if (!field.is_active)
    return [
      { id: 'restore', label: messages.restore, icon: 'undo', onSelect: () => setActive(field, true) },
      {
        id: 'delete',
        label: messages.deleteValues,
        icon: 'trash',
        danger: true,
        onSelect: () => openDeleteValues(field, anchor),
      },
    ]
  const index = fields.indexOf(field)
  const move = (step: number) => () => moveField(field, fields, all, step)
  return [
    { id: 'edit', label: messages.edit, icon: 'edit', onSelect: () => openField(field, anchor) },
    { id: 'up', label: messages.up, icon: 'arrow-up', keys: 'Alt+ArrowUp', disabled: index === 0, onSelect: move(-1) },
    {
      id: 'down',
      label: messages.down,
      icon: 'arrow-down',
      keys: 'Alt+ArrowDown',
      disabled: index === fields.length - 1,
      onSelect: move(1),
    },
    {
      id: 'archive',
      label: messages.archive,
      icon: 'trash',
      hasSeparator: true,
      onSelect: () => setActive(field, false),
    },
  ]
}

function setActive({ field_id, name }: Field, is_active: boolean): void {
  const label = is_active ? messages.restored(name) : messages.archived(name)
  getStore().update('fields', field_id, { is_active }, label)
  showToast({ text: label, action: { label: messages.undo, run: () => getStore().undo() } })
}

/** Moves a field past its neighbor in the list. Its position is between those of all fields, shown or not. */
function moveField(field: Field, fields: readonly Field[], all: readonly Field[], step: number): void {
  const neighbor = fields[fields.indexOf(field) + step]
  if (!neighbor) return
  const at = all.indexOf(neighbor)
  const beyond = all[at + step]
  const position = beyond ? (neighbor.position + beyond.position) / 2 : neighbor.position + step
  const label = messages.moved(field.name, fields.indexOf(neighbor) + 1)
  getStore().update('fields', field.field_id, { position }, label)
  announce(label)
}
