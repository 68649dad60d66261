import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { texts } from '../messages/en.ts'
import { Button } from './button.tsx'
import './toast.css'

export interface ToastOptions {
  text: string
  action?: { label: string; run: () => void }
  kind?: 'info' | 'wrong'
}

interface Shown extends ToastOptions {
  id: number
}

const toasts = signal<Shown[]>([])
let next = 0

/** Says something in passing at the edge below, once if it is said again. What went wrong stays until it is closed. */
export function toast(options: ToastOptions): void {
  const others = toasts.value.filter(({ text }) => text !== options.text)
  toasts.value = [...others.slice(-2), { ...options, id: next++ }]
}

const remove = (id: number) => (toasts.value = toasts.value.filter((one) => one.id !== id))

/** Where toasts are shown; drawn once, by the frame. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((one) => (
        <Toast key={one.id} {...one} />
      ))}
    </div>
  )
}

function Toast({ id, text, action, kind = 'info' }: Shown) {
  const timer = useRef(0)
  const stay = () => clearTimeout(timer.current)
  const goSoon = () => {
    stay()
    if (kind === 'info') timer.current = window.setTimeout(() => remove(id), action ? 8000 : 5000)
  }
  useEffect(() => {
    goSoon()
    return stay
  }, [])
  return (
    <div
      class={kind === 'wrong' ? 'toast toast-wrong' : 'toast'}
      role={kind === 'wrong' ? 'alert' : undefined}
      onPointerEnter={stay}
      onPointerLeave={goSoon}
      onFocusIn={stay}
      onFocusOut={goSoon}
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
      <Button kind="quiet" small icon="x" title={texts.close} onClick={() => remove(id)} />
    </div>
  )
}
