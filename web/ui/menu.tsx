import { Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { Popover, type Anchor } from './popover.tsx'
import { fold } from './find.ts'
import './menu.css'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName
  keys?: string
  /** For one that is on or off. */
  checked?: boolean
  disabled?: boolean
  danger?: boolean
  /** Begins a group: a line above it. */
  apart?: boolean
  onSelect: () => void
}

interface MenuProps {
  anchor: Anchor
  /** What the menu is of, for screen readers. */
  label: string
  items: MenuItem[]
  onClose: () => void
}

/** A menu: arrows, Home, End and first letters move, Enter and Space choose, Escape leaves. */
export function Menu({ anchor, label, items, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const rows = () => [...list.current!.querySelectorAll<HTMLElement>('.menu-item')]
  useEffect(
    () =>
      rows()
        .find((row) => row.ariaDisabled !== 'true')
        ?.focus({ preventScroll: true }),
    [],
  )
  return (
    <Popover anchor={anchor} onClose={onClose}>
      <div
        ref={list}
        class="menu"
        role="menu"
        aria-label={label}
        data-focus
        tabIndex={-1}
        onKeyDown={(event) => moveIn(rows(), event, onClose)}
      >
        {items.map((item) => (
          <Fragment key={item.id}>
            {item.apart && <hr class="menu-line" />}
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

/** Moves the focus among the rows of a menu. */
function moveIn(rows: HTMLElement[], event: KeyboardEvent, onClose: () => void) {
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const to = (index: number) => {
    event.preventDefault()
    event.stopPropagation()
    rows[(index + rows.length) % rows.length]?.focus()
  }
  if (event.key === 'ArrowDown') return to(at + 1)
  if (event.key === 'ArrowUp') return to(at < 0 ? -1 : at - 1)
  if (event.key === 'Home') return to(0)
  if (event.key === 'End') return to(-1)
  if (event.key === 'Tab') {
    event.preventDefault()
    return onClose()
  }
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) return
  const from = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
  const next = from.find((row) => fold(row.textContent).startsWith(fold(event.key)))
  if (next) to(rows.indexOf(next))
}
