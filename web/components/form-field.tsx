import { cloneElement, type VNode } from 'preact'
import { useId } from 'preact/hooks'
import './form-field.css'

interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Input with the class `input`. Receives the id and the ARIA attributes of the label, hint and error. */
  children: VNode<Record<string, unknown>>
}

export function FormField({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const description = error ?? hint
  const input = cloneElement(children, {
    id,
    'aria-describedby': description ? `${id}-below` : undefined,
    'aria-invalid': error ? 'true' : undefined,
  })
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {input}
      {description && (
        <p id={`${id}-below`} class={error ? 'field-error' : 'field-hint'} role={error ? 'alert' : undefined}>
          {description}
        </p>
      )}
    </div>
  )
}
