import { cloneElement, type VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { SvcProblem } from '@svc/sdk'
import './form-field.css'
import { useId } from './util/use-id.ts'

interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Input with the class `input`. Receives the id and the ARIA attributes of the label, hint and error. */
  children: VNode<Record<string, unknown>>
}

/** Returns whether a request failed because of a field. */
export const isFieldError = (problem: unknown, name: string): boolean =>
  problem instanceof SvcProblem && problem.errors.some(({ loc }) => loc?.includes(name))

/** Labeled input. The first input of a form that has an error receives the focus. */
export function FormField({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const description = error ?? hint
  useEffect(() => {
    const wrong = '[aria-invalid=true]'
    // A field that turns wrong while it is typed in keeps the focus.
    if (!error || document.activeElement?.matches(wrong)) return
    document.getElementById(id)?.closest('form')?.querySelector<HTMLElement>(wrong)?.focus()
  }, [error])
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
