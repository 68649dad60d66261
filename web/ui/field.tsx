import { cloneElement, type VNode } from 'preact'
import { useId } from 'preact/hooks'
import './field.css'

interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** The input, with the class `input`. It is told its name, its hint and what is wrong. */
  children: VNode<Record<string, unknown>>
}

/** An input with its name above it, and below it a hint or what is wrong. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const below = error ?? hint
  const input = cloneElement(children, {
    id,
    'aria-describedby': below ? `${id}-below` : undefined,
    'aria-invalid': error ? 'true' : undefined,
  })
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {input}
      {below && (
        <p id={`${id}-below`} class={error ? 'field-error' : 'field-hint'} role={error ? 'alert' : undefined}>
          {below}
        </p>
      )}
    </div>
  )
}
