import { effect, signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { connection } from '../api/connection.ts'
import { commonTexts } from '../messages/common.ts'
import { Button } from './button.tsx'
import './toast.css'

export interface ToastOptions {
  text: string
  action?: { label: string; run: () => void }
  kind?: 'info' | 'wrong'
  /** Keeps it until it is closed, for an action that is offered nowhere else. */
  stays?: boolean
  /** Called when the connection is back, which also closes the toast. */
  onOnline?: (() => void) | undefined
}

interface ToastItem extends ToastOptions {
  id: number
}

const toasts = signal<ToastItem[]>([])
let nextId = 0

/** Shows a toast; the same text is shown once. Errors stay until they are closed. */
export function showToast(options: ToastOptions): void {
  const others = toasts.value.filter(({ text }) => text !== options.text)
  const recent = others.slice(-2)
  toasts.value = [...others.filter((one) => one.stays || recent.includes(one)), { ...options, id: nextId++ }]
}

const remove = (id: number) => (toasts.value = toasts.peek().filter((one) => one.id !== id))

let wasOnline = true
effect(() => {
  const isOnline = connection.value === 'online'
  const isBack = isOnline && !wasOnline
  wasOnline = isOnline
  if (!isBack) return
  const waiting = toasts.peek().filter(({ onOnline }) => onOnline)
  for (const { id, onOnline } of waiting) {
    remove(id)
    onOnline!()
  }
})

/** Mounted containers, that of the modal dialog on top last. */
const containers = signal<symbol[]>([])

/** Shows the toasts, unless a modal dialog with a container of its own has made this one inert. */
export function ToastContainer() {
  const [own] = useState(Symbol)
  useLayoutEffect(() => {
    containers.value = [...containers.peek(), own]
    return () => void (containers.value = containers.peek().filter((one) => one !== own))
  }, [])
  const isOnTop = containers.value.at(-1) === own
  return (
    <div class="toasts" role="status" aria-live="polite">
      {isOnTop && toasts.value.map((one) => <Toast key={one.id} {...one} />)}
    </div>
  )
}

function Toast({ id, text, action, stays, kind = 'info' }: ToastItem) {
  const timer = useRef(0)
  const stopTimer = () => clearTimeout(timer.current)
  const startTimer = () => {
    stopTimer()
    if (kind === 'info' && !stays) timer.current = window.setTimeout(() => remove(id), action ? 8000 : 5000)
  }
  useEffect(() => {
    startTimer()
    return stopTimer
  }, [])
  return (
    <div
      class={kind === 'wrong' ? 'toast toast-wrong' : 'toast'}
      role={kind === 'wrong' ? 'alert' : undefined}
      onPointerEnter={stopTimer}
      onPointerLeave={startTimer}
      onFocusIn={stopTimer}
      onFocusOut={startTimer}
    >
      <span class="toast-text" dir="auto">
        {text}
      </span>
      {action && (
        <Button
          kind="quiet"
          small
          class="toast-action"
          onClick={() => {
            remove(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button kind="quiet" small icon="x" title={commonTexts.close} onClick={() => remove(id)} />
    </div>
  )
}
