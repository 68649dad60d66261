import { Fragment, type ComponentChild } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { Popover, type Anchor } from './popover.tsx'
import { normalizeForSearch } from './util/text-search.ts'
import './menu.css'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName
  keys?: string
  checked?: boolean
  disabled?: boolean
  danger?: boolean
  hasSeparator?: boolean
  onSelect: () => void
}

interface MenuProps {
  anchor: Anchor
  label: string
  items: MenuItem[]
  /** Shown above the items. */
  header?: ComponentChild
  onClose: () => void
}

export function Menu({ anchor, label, items, header, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const listItems = () => [...list.current!.querySelectorAll<HTMLElement>('.menu-item')]
  // Runs before the next key press, whose choice would otherwise be replaced by the first item.
  useLayoutEffect(
    () =>
      listItems()
        .find((row) => row.ariaDisabled !== 'true')
        ?.focus({ preventScroll: true }),
    [],
  )
  return (
    <Popover anchor={anchor} onClose={onClose}>
      {header}
      <div
        ref={list}
        class="menu"
        role="menu"
        aria-label={label}
        data-focus
        tabIndex={-1}
        onKeyDown={(event) => handleKey(listItems(), event, onClose)}
      >
        {items.map((item) => (
          <Fragment key={item.id}>
            {item.hasSeparator && <hr class="menu-line" />}
            <Item item={item} onClose={onClose} />
          </Fragment>
        ))}
      </div>
    </Popover>
  )
}

function Item({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { checked, disabled, danger, icon, label, keys, onSelect } = item
  const choose = () => {
    if (disabled) return
    onClose()
    onSelect()
  }
  return (
    <button
      type="button"
      class={danger ? 'menu-item menu-item-danger' : 'menu-item'}
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      aria-disabled={disabled}
      tabIndex={-1}
      onClick={choose}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
    >
      {icon && <Icon name={icon} />}
      <span class="menu-item-label" dir="auto">
        {label}
      </span>
      {keys && <Kbd keys={keys} />}
      {checked && <Icon name="check" />}
    </button>
  )
}

function handleKey(rows: HTMLElement[], event: KeyboardEvent, onClose: () => void) {
  const index = rows.indexOf(document.activeElement as HTMLElement)
  const focusRow = (index: number) => {
    event.preventDefault()
    event.stopPropagation()
    rows[(index + rows.length) % rows.length]?.focus()
  }
  if (event.key === 'ArrowDown') return focusRow(index + 1)
  if (event.key === 'ArrowUp') return focusRow(index < 0 ? -1 : index - 1)
  if (event.key === 'Home') return focusRow(0)
  if (event.key === 'End') return focusRow(-1)
  if (event.key === 'Tab') {
    event.preventDefault()
    return onClose()
  }
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) return
  const from = [...rows.slice(index + 1), ...rows.slice(0, index + 1)]
  const next = from.find((row) => normalizeForSearch(row.textContent).startsWith(normalizeForSearch(event.key)))
  if (next) focusRow(rows.indexOf(next))
}
