import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { task as messages } from '../messages/task.ts'
import { pastedFiles } from '../ui/pasted.ts'
import { Person } from './person.tsx'
import { format } from './text-format.ts'
import { mentionAt } from './mention-text.ts'
import './text-box.css'

interface Props {
  value: string
  label: string
  placeholder?: string | undefined
  /** Usernames that an @ offers. */
  readers?: readonly string[]
  rows?: number
  focused?: boolean
  onInput: (text: string) => void
  /** Control or Command with Enter. */
  onSend: () => void
  onCancel?: (() => void) | undefined
  /** Files that were pasted or dropped into it. */
  onFiles?: ((files: File[]) => void) | undefined
}

interface Offered {
  from: number
  names: string[]
  at: number
}

/** How many people an @ offers at a time. */
const mostOffered = 6

/** A field for a longer text, which grows with it, offers people after an @ and takes files. */
export function TextBox(props: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const offered = useSignal<Offered | undefined>(undefined)
  useGrowing(field, props.value)
  useEffect(() => {
    if (props.focused) field.current?.focus()
  }, [])
  const look = () => void (offered.value = offersFor(field.current!, props.readers ?? []))
  const list = useId()
  return (
    <div class="text-box">
      <textarea
        ref={field}
        dir="auto"
        rows={props.rows ?? 2}
        value={props.value}
        aria-label={props.label}
        placeholder={props.placeholder}
        aria-autocomplete={props.readers && 'list'}
        aria-controls={offered.value && list}
        aria-activedescendant={offered.value && `${list}-${offered.value.at}`}
        onInput={({ currentTarget }) => (props.onInput(currentTarget.value), look())}
        onClick={look}
        onBlur={() => void (offered.value = undefined)}
        onKeyDown={(event) => pressed(event, offered, field.current!, props)}
        onPaste={(event) => taken(event, pastedFiles(event.clipboardData), props)}
        onDrop={(event) => taken(event, [...(event.dataTransfer?.files ?? [])], props)}
      />
      {offered.value && (
        <Offers
          id={list}
          offered={offered.value}
          pick={(name) => pick(name, offered, field.current!, props)}
        />
      )}
    </div>
  )
}

function Offers({ id, offered, pick }: { id: string; offered: Offered; pick: (name: string) => void }) {
  return (
    <ul class="text-box-offers" role="listbox" id={id} aria-label={messages.mention}>
      {offered.names.map((name, i) => (
        <li
          key={name}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === offered.at}
          // The field keeps the focus, and so the caret its place.
          onPointerDown={(event) => {
            event.preventDefault()
            pick(name)
          }}
        >
          <Person username={name} size={20} />
        </li>
      ))}
    </ul>
  )
}

/** Browsers that can't grow a field by themselves have it done. */
function useGrowing(field: { current: HTMLTextAreaElement | null }, value: string) {
  useLayoutEffect(() => {
    const element = field.current!
    if (CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + 2}px`
  }, [value])
}

function offersFor(field: HTMLTextAreaElement, readers: readonly string[]): Offered | undefined {
  const mention = mentionAt(field.value, field.selectionStart)
  if (!mention) return undefined
  const query = mention.query.toLowerCase()
  const fitting = readers.filter((name) => name.toLowerCase().includes(query))
  const first = fitting.filter((name) => name.toLowerCase().startsWith(query))
  const names = [...new Set([...first, ...fitting])].slice(0, mostOffered)
  return names.length > 0 ? { from: mention.from, names, at: 0 } : undefined
}

function pick(name: string, offered: Signal<Offered | undefined>, field: HTMLTextAreaElement, props: Props) {
  const { from } = offered.value!
  const text = `${field.value.slice(0, from)}@${name} ${field.value.slice(field.selectionStart)}`
  offered.value = undefined
  props.onInput(text)
  const caret = from + name.length + 2
  queueMicrotask(() => {
    field.focus()
    field.setSelectionRange(caret, caret)
  })
}

function pressed(
  event: KeyboardEvent,
  offered: Signal<Offered | undefined>,
  field: HTMLTextAreaElement,
  props: Props,
) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    return props.onSend()
  }
  const isFormat = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (isFormat && format(field, event.key)) return event.preventDefault()
  if (offered.value) return chosen(event, offered, field, props)
  if (event.key !== 'Escape') return
  event.stopPropagation()
  // What was written stays as a draft; without a way out of the field no single key would do anything again.
  if (props.onCancel) props.onCancel()
  else field.blur()
}

function chosen(
  event: KeyboardEvent,
  offered: Signal<Offered | undefined>,
  field: HTMLTextAreaElement,
  props: Props,
) {
  const now = offered.value!
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const takes = event.key === 'Enter' || event.key === 'Tab'
  if (step === undefined && !takes && event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  if (step !== undefined)
    offered.value = { ...now, at: (now.at + step + now.names.length) % now.names.length }
  else if (takes) pick(now.names[now.at]!, offered, field, props)
  else offered.value = undefined
}

function taken(event: Event, files: File[], { onFiles }: Props) {
  if (files.length === 0 || !onFiles) return
  event.preventDefault()
  event.stopPropagation()
  onFiles(files)
}
