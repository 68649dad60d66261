import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { addLayer, askToLeave, closeTopLayer } from '../location.ts'
import { commonTexts } from '../messages/common.ts'
import { Button } from './button.tsx'
import { ToastContainer } from './toast.tsx'
import { useId } from './util/use-id.ts'
import './dialog.css'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  actions?: ComponentChildren
  /** Hides the header. The title is still read by screen readers. */
  bare?: boolean
  wide?: boolean
  class?: string
  children: ComponentChildren
}

/** Modal dialog. Moves the focus to `[autofocus]`, and back when it is closed. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function useModal(onClose: () => void) {
  const element = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  // A layout effect, so that the first letter typed after opening goes into the dialog.
  useLayoutEffect(() => {
    const dialog = element.current!
    const previousFocus = document.activeElement
    const removeLayer = addLayer(() => close.current())
    dialog.showModal()
    return () => {
      removeLayer()
      dialog.close()
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [])
  return element
}

function OpenDialog({ title, onClose: close, actions, bare, wide, class: name, children }: DialogProps) {
  const onClose = () => void (askToLeave(close, undefined, element.current!) || close())
  const element = useModal(onClose)
  const pressedOutside = useRef(false)
  const id = useId()
  return (
    <dialog
      ref={element}
      class={['dialog', wide && 'dialog-wide', name].filter(Boolean).join(' ')}
      aria-labelledby={bare ? undefined : id}
      aria-label={bare ? title : undefined}
      // Back on Android, which Chromium gives to the dialog, also if a popover is open above it.
      onCancel={(event) => event.target === element.current && handleCancel(event, closeTopLayer)}
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected) return
        // Chromium closes a dialog itself if the user did nothing since the last cancel event.
        currentTarget.showModal()
        closeTopLayer()
      }}
      onKeyDown={(event) => event.key === 'Escape' && handleCancel(event, onClose)}
      onPointerDown={(event) => void (pressedOutside.current = isOutside(event))}
      // On the click, so that it does not reach what is below the dialog.
      onClick={(event) => pressedOutside.current && isOutside(event) && onClose()}
    >
      {!bare && (
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon="x" title={commonTexts.close} onClick={onClose} />
        </header>
      )}
      <div class={bare ? 'dialog-bare' : 'dialog-body'}>{children}</div>
      {bare && <Button class="dialog-x" kind="quiet" icon="x" title={commonTexts.close} onClick={onClose} />}
      {actions && <footer class="dialog-actions">{actions}</footer>}
      <ToastContainer />
    </dialog>
  )
}

/** Handles the key too: Chromium asks only once, and closes a dialog at a second Escape. */
function handleCancel(event: Event, onClose: () => void): void {
  if (event.defaultPrevented) return
  event.preventDefault()
  event.stopPropagation()
  onClose()
}

/** Returns whether the backdrop was hit; a click on the padding of the dialog has the same target. */
function isOutside({ target, clientX, clientY, currentTarget }: MouseEvent): boolean {
  const { left, right, top, bottom } = (currentTarget as Element).getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}
