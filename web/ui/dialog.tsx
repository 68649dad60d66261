import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../messages/en.ts'
import { Button } from './button.tsx'
import './dialog.css'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  /** What can be done, the main thing last. */
  actions?: ComponentChildren
  /** Shows no head: the dialog's own field says what it is. Its title is read by screen readers. */
  bare?: boolean
  wide?: boolean
  class?: string
  children: ComponentChildren
}

/** A question or a form before everything else. The focus goes to `[autofocus]`, and back when it is closed. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ title, onClose, actions, bare, wide, class: name, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the next key is pressed: a line that is typed at once must not lose its first letter.
  useLayoutEffect(() => {
    const dialog = element.current!
    const before = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const closing = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={element}
      class={['dialog', wide && 'dialog-wide', name].filter(Boolean).join(' ')}
      aria-labelledby={bare ? undefined : id}
      aria-label={bare ? title : undefined}
      onCancel={closing}
      onPointerDown={(event) => event.target === element.current && onBackdrop(event, onClose)}
    >
      {!bare && (
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon="x" title={texts.close} onClick={onClose} />
        </header>
      )}
      <div class={bare ? 'dialog-bare' : 'dialog-body'}>{children}</div>
      {actions && <footer class="dialog-actions">{actions}</footer>}
    </dialog>
  )
}

/** A press beside the dialog; a press on the dialog's own edge is none. */
function onBackdrop({ clientX, clientY, currentTarget }: PointerEvent, onClose: () => void) {
  const { left, right, top, bottom } = (currentTarget as Element).getBoundingClientRect()
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) onClose()
}
