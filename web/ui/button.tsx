import type { ComponentChildren, Ref } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { spoken } from './keys.ts'
import './button.css'

export interface ButtonProps {
  /** main: the one thing to do here; plain: others; quiet: in bars and rows; danger: what can't be taken back. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  icon?: IconName
  small?: boolean
  /** For a button that is on or off. */
  pressed?: boolean
  /** For a button that opens something. */
  expanded?: boolean
  disabled?: boolean
  /** What it does; its name where it shows an icon alone. */
  title?: string
  /** The keys that do the same, as a command has them. */
  keys?: string
  type?: 'button' | 'submit'
  class?: string
  id?: string
  onClick?: (event: MouseEvent & { currentTarget: HTMLButtonElement }) => void
  buttonRef?: Ref<HTMLButtonElement>
  children?: ComponentChildren
}

/** A button. With an icon alone it needs a `title`. */
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
      title={title && keys ? `${title} (${spoken(keys)})` : title}
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
