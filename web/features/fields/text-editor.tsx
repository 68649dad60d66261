import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Field } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'
import { Popover } from '../../components/popover.tsx'
import { parseTypedValue } from './check-value.ts'
import type { CustomFieldValue } from './format-value.ts'
import { useId } from '../../components/util/use-id.ts'
import './text-editor.css'

interface TextEditorProps {
  field: Field
  value: CustomFieldValue
  anchor: Element
  onPick: (value: CustomFieldValue) => void
  onClose: () => void
}

const toTypedText = (value: CustomFieldValue): string => (value == null ? '' : String(value))

/** Editor of typed values. Enter and a click elsewhere save; Escape does not. */
export function TextEditor(props: TextEditorProps) {
  const { field, anchor } = props
  const { typed, error, type, close, handleKey } = useTypedValue(props)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Typing replaces the value.
  useLayoutEffect(() => input.current?.select(), [])
  const below = error ?? (field.type === 'number' ? fieldTexts.range(field.min, field.max) : field.description)
  return (
    <Popover anchor={anchor} onClose={() => close(true)} role="dialog" label={field.name}>
      <div class="text-editor">
        <span class="text-editor-line">
          <input
            ref={input}
            data-focus
            class="input"
            dir={field.type === 'text' ? 'auto' : 'ltr'}
            inputMode={inputModes[field.type]}
            aria-label={field.name}
            aria-describedby={below ? id : undefined}
            aria-invalid={error ? 'true' : undefined}
            placeholder={fieldTexts.placeholder[field.type as 'text' | 'number' | 'url']}
            autocomplete="off"
            value={typed}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={handleKey}
          />
          {field.unit && <span class="text-editor-unit">{field.unit}</span>}
        </span>
        {below && (
          <p id={id} class={error ? 'field-error' : 'field-hint'} role={error ? 'alert' : undefined} dir="auto">
            {below}
          </p>
        )}
      </div>
    </Popover>
  )
}

const inputModes: Partial<Record<Field['type'], 'decimal' | 'url'>> = { number: 'decimal', url: 'url' }

/** Returns what is typed, and saves it. With Enter the editor stays open while the text is invalid. */
function useTypedValue({ field, value, onPick, onClose }: TextEditorProps) {
  const isCanceled = useRef(false)
  const [typed, setTyped] = useState(toTypedText(value))
  const [error, setError] = useState<string>()
  const close = (isForced = false) => {
    const result = parseTypedValue(field, typed)
    const isChanged = typed.trim() !== toTypedText(value) && !isCanceled.current
    if (isChanged && 'error' in result && !isForced) return setError(result.error)
    onClose()
    if (isChanged && 'value' in result) onPick(result.value)
  }
  const type = (text: string) => {
    setTyped(text)
    setError(undefined)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') isCanceled.current = true
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return { typed, error, type, close, handleKey }
}
