import type { ComponentChildren, Ref } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { formatShortcut } from './util/shortcuts.ts'
import './button.css'

export interface ButtonProps {
  /** main: primary action; plain: others; quiet: in bars and rows; danger: irreversible. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  icon?: IconName
  small?: boolean
  pressed?: boolean
  expanded?: boolean
  disabled?: boolean
  /** Takes the focus when a dialog opens. */
  autofocus?: boolean
  title?: string
  keys?: string
  type?: 'button' | 'submit'
  class?: string
  id?: string
  onClick?: (event: MouseEvent & { currentTarget: HTMLButtonElement }) => void
  buttonRef?: Ref<HTMLButtonElement>
  children?: ComponentChildren
}

export function Button(props: ButtonProps) {
  const { kind = 'plain', icon, small, pressed, expanded, title, keys, children } = props
  const bare = children == null || children === false || children === ''
  const names = ['button', `button-${kind}`, small && 'button-small', bare && 'button-bare', props.class]
  return (
    <button
      ref={props.buttonRef}
      id={props.id}
      type={props.type ?? 'button'}
      class={names.filter(Boolean).join(' ')}
      disabled={props.disabled}
      autofocus={props.autofocus}
      title={title && keys ? `${title} (${formatShortcut(keys)})` : title}
      aria-label={bare ? title : undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-haspopup={expanded === undefined ? undefined : 'true'}
      aria-keyshortcuts={keys && !keys.includes(' ') ? keys.replace('Mod', 'Control') : undefined}
      onClick={props.onClick as never}
    >
      {icon && <Icon name={icon} size={small ? 14 : 16} />}
      {children}
    </button>
  )
}
