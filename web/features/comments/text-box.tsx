import { useSignal, type Signal } from '@preact/signals'
import type { TaskAttachment } from '@svc/sdk'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { taskTexts as messages } from '../../messages/task.ts'
import { getPastedFiles } from '../../components/util/pasted-files.ts'
import { isImageFile, toLocalPath } from '../attachments/attachment-file.ts'
import { UserName } from '../members/user-name.tsx'
import { findMentionAt } from '../../components/find-mentions.ts'
import { useId } from '../../components/util/use-id.ts'
import './text-box.css'

interface Props {
  value: string
  label: string
  placeholder?: string | undefined
  readers?: readonly string[]
  rows?: number
  focused?: boolean
  onInput: (text: string) => void
  onSend: () => void
  onCancel?: (() => void) | undefined
  onFiles?: AcceptFiles | undefined
}

/** Receives files, and inserts their images into the text once they are uploaded. */
export type AcceptFiles = (files: File[], insert: (attachment: TaskAttachment) => void) => void

interface Suggestions {
  from: number
  names: string[]
  at: number
}

const formatMarks: Record<string, string> = { b: '**', i: '_' }

const MAX_SUGGESTIONS = 6
const URL_PLACEHOLDER = 'https://'

export function TextBox(props: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const suggestions = useSignal<Suggestions | undefined>(undefined)
  useAutoGrow(field, props.value)
  useLayoutEffect(() => {
    if (props.focused) field.current?.focus()
  }, [])
  const update = () => void (suggestions.value = findSuggestions(field.current!, props.readers ?? []))
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
        aria-controls={suggestions.value && list}
        aria-activedescendant={suggestions.value && `${list}-${suggestions.value.at}`}
        onInput={({ currentTarget }) => (props.onInput(currentTarget.value), update())}
        onClick={update}
        onBlur={() => void (suggestions.value = undefined)}
        onKeyDown={(event) => handleKey(event, suggestions, field.current!, props)}
        onPaste={(event) => acceptFiles(event, getPastedFiles(event.clipboardData), field.current!, props)}
        onDrop={(event) => acceptFiles(event, [...(event.dataTransfer?.files ?? [])], field.current!, props)}
      />
      {suggestions.value && (
        <SuggestionList
          id={list}
          suggestions={suggestions.value}
          hasRoomBelow={hasRoomBelow(field.current!)}
          pick={(name) => pick(name, suggestions, field.current!, props)}
        />
      )}
    </div>
  )
}

function SuggestionList({
  id,
  suggestions,
  hasRoomBelow,
  pick,
}: {
  id: string
  suggestions: Suggestions
  hasRoomBelow: boolean
  pick: (name: string) => void
}) {
  return (
    <ul
      class={`text-box-suggestions ${hasRoomBelow ? '' : 'text-box-suggestions-above'}`}
      role="listbox"
      id={id}
      aria-label={messages.mention}
    >
      {suggestions.names.map((name, i) => (
        <li
          key={name}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === suggestions.at}
          // Leaves the focus, and so the caret, in the field.
          onPointerDown={(event) => {
            event.preventDefault()
            pick(name)
          }}
        >
          <UserName username={name} size={20} />
        </li>
      ))}
    </ul>
  )
}

const LIST_HEIGHT = 220

/** Returns whether the list fits between the field and the end of the screen, or the keyboard on it. */
const hasRoomBelow = (field: Element): boolean =>
  field.getBoundingClientRect().bottom + LIST_HEIGHT < (visualViewport?.height ?? innerHeight)

/** Grows the field with its text in browsers without `field-sizing`. */
function useAutoGrow(field: { current: HTMLTextAreaElement | null }, value: string) {
  useLayoutEffect(() => {
    const element = field.current!
    if (CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + 2}px`
  }, [value])
}

function findSuggestions(field: HTMLTextAreaElement, readers: readonly string[]): Suggestions | undefined {
  const mention = findMentionAt(field.value, field.selectionStart)
  if (!mention) return undefined
  const query = mention.query.toLowerCase()
  const matches = readers.filter((name) => name.toLowerCase().includes(query))
  const startMatches = matches.filter((name) => name.toLowerCase().startsWith(query))
  const names = [...new Set([...startMatches, ...matches])].slice(0, MAX_SUGGESTIONS)
  return names.length > 0 ? { from: mention.from, names, at: 0 } : undefined
}

function pick(name: string, suggestions: Signal<Suggestions | undefined>, field: HTMLTextAreaElement, props: Props) {
  const { from } = suggestions.value!
  const text = `${field.value.slice(0, from)}@${name} ${field.value.slice(field.selectionStart)}`
  suggestions.value = undefined
  props.onInput(text)
  const caret = from + name.length + 2
  queueMicrotask(() => {
    field.focus()
    field.setSelectionRange(caret, caret)
  })
}

function handleKey(
  event: KeyboardEvent,
  suggestions: Signal<Suggestions | undefined>,
  field: HTMLTextAreaElement,
  props: Props,
) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    return props.onSend()
  }
  const isFormat = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  const format = event.key.toLowerCase() === 'k' ? insertLink : toggleFormat
  if (isFormat && format(field, event.key)) return event.preventDefault()
  if (suggestions.value) return handleSuggestionKey(event, suggestions, field, props)
  if (event.key !== 'Escape') return
  event.stopPropagation()
  // The text stays as a draft. Without a way out of the field, single-key shortcuts would stop working.
  if (props.onCancel) props.onCancel()
  else field.blur()
}

function handleSuggestionKey(
  event: KeyboardEvent,
  suggestions: Signal<Suggestions | undefined>,
  field: HTMLTextAreaElement,
  props: Props,
) {
  const current = suggestions.value!
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const isAccepting = event.key === 'Enter' || event.key === 'Tab'
  if (step === undefined && !isAccepting && event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  if (step !== undefined)
    suggestions.value = { ...current, at: (current.at + step + current.names.length) % current.names.length }
  else if (isAccepting) pick(current.names[current.at]!, suggestions, field, props)
  else suggestions.value = undefined
}

function acceptFiles(event: Event, files: File[], field: HTMLTextAreaElement, { onFiles }: Props) {
  if (files.length === 0 || !onFiles) return
  event.preventDefault()
  event.stopPropagation()
  onFiles(files, (attachment) => insertImage(field, attachment))
}

/** Inserts an uploaded image at the caret, on a line of its own. Without the field, it is only a file of the task. */
function insertImage(field: HTMLTextAreaElement, attachment: TaskAttachment): void {
  const name = attachment.name ?? ''
  if (!field.isConnected || !isImageFile(name)) return
  const { selectionEnd: at, value } = field
  const isLineStart = at === 0 || value[at - 1] === '\n'
  const alt = name.replaceAll(/[[\]\\]/g, '')
  field.setRangeText(`${isLineStart ? '' : '\n'}![${alt}](${toLocalPath(attachment)})\n`, at, at, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const webUrl = /^https?:\/\/\S+$/

/** Makes the selection a link, and selects what is missing: its URL, or the text of a URL. */
function insertLink(field: HTMLTextAreaElement): boolean {
  const { selectionStart: from, selectionEnd: to, value } = field
  const text = value.slice(from, to)
  const isUrl = webUrl.test(text)
  document.execCommand('insertText', false, isUrl ? `[](${text})` : `[${text}](${URL_PLACEHOLDER})`)
  const start = from + (isUrl || text === '' ? 1 : text.length + 3)
  field.setSelectionRange(start, isUrl || text === '' ? start : start + URL_PLACEHOLDER.length)
  return true
}

/** Adds or removes the mark of a key around the selected text. Returns whether the key has a mark. */
function toggleFormat(field: HTMLTextAreaElement, key: string): boolean {
  const mark = formatMarks[key.toLowerCase()]
  if (mark === undefined) return false
  const { selectionStart: from, selectionEnd: to, value } = field
  const [before, after] = [from - mark.length, to + mark.length]
  const hasMark = value.slice(Math.max(0, before), from) === mark && value.slice(to, after) === mark
  const text = value.slice(from, to)
  if (hasMark) field.setSelectionRange(before, after)
  // Unlike setting the value, this keeps the field's own undo.
  document.execCommand('insertText', false, hasMark ? text : mark + text + mark)
  const start = hasMark ? before : from + mark.length
  field.setSelectionRange(start, start + text.length)
  return true
}
