import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import type { Token } from '@svc/sdk/quick-add'
import { announce } from '../../components/util/announce.ts'
import { listKnownTags } from '../tasks/known-tags.ts'
import { MAX_TITLE_LENGTH } from './create-task.ts'
import { listSuggestions, findWordAt, type SuggestionData, type QuickAddSuggestion } from './suggestions.ts'
import { useId } from '../../components/util/use-id.ts'

interface SuggestingProps {
  input: RefObject<HTMLInputElement | null>
  text: string
  known: SuggestionData
  onType: (text: string) => void
  onAdd: (keepOpen: boolean) => void
  tokens: readonly Token[]
  onReject: (text: string) => void
}

export function AutocompleteInput(props: SuggestingProps) {
  const { input, text, onType } = props
  const listId = useId()
  const { rows, activeIndex, accept, onKeyDown, updateCaret } = useSuggestions(props)
  const change = (event: Event) => {
    onType((event.currentTarget as HTMLInputElement).value)
    updateCaret()
  }
  return (
    <>
      <input
        ref={input}
        class="quick-add-line"
        role="combobox"
        aria-label={messages.label}
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-activedescendant={rows.length > 0 ? `${listId}-${activeIndex}` : undefined}
        aria-autocomplete="list"
        placeholder={messages.placeholder}
        autocomplete="off"
        dir="auto"
        maxLength={MAX_TITLE_LENGTH + 200}
        value={text}
        onInput={change}
        onKeyDown={onKeyDown}
        onKeyUp={updateCaret}
        onClick={updateCaret}
      />
      <List {...{ listId, rows, activeIndex, accept }} />
    </>
  )
}

function useSuggestions({ input, text, known, onType, onAdd, tokens, onReject }: SuggestingProps) {
  const [caret, setCaret] = useState(0)
  const [selected, setSelected] = useState({ word: '', at: 0 })
  const [dismissed, setDismissed] = useState('')
  const match = findWordAt(text, Math.min(caret, text.length))
  const word = match ? match.mark + match.typed : ''
  const suggestionsForWord = match && dismissed !== word ? listSuggestions(match, known, listKnownTags()) : []
  // A complete word needs no suggestions.
  const rows = suggestionsForWord.some((row) => row.text === word) ? [] : suggestionsForWord
  const activeIndex = selected.word === word ? Math.min(selected.at, rows.length - 1) : 0
  const accept = (row: QuickAddSuggestion) => {
    const next = `${text.slice(0, match!.from)}${row.text} `
    onType(next + text.slice(caret).trimStart())
    setCaret(next.length)
    requestAnimationFrame(() => input.current?.setSelectionRange(next.length, next.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const open = rows.length > 0
    const token = key === 'Backspace' && !hasModifier(event) ? findTokenBefore(input.current!, tokens) : undefined
    if (open && step) setSelected({ word, at: (activeIndex + step + rows.length) % rows.length })
    else if (open && (key === 'Tab' || (key === 'Enter' && match!.typed))) accept(rows[activeIndex]!)
    else if (open && key === 'Escape') setDismissed(word)
    else if (key === 'Enter') onAdd(shiftKey)
    else if (token) {
      onReject(token.text)
      announce(messages.isText(token.text))
    } else return
    event.preventDefault()
  }
  const updateCaret = () => setCaret(input.current?.selectionStart ?? 0)
  return { rows, activeIndex, accept, onKeyDown, updateCaret }
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey

const findTokenBefore = (
  { selectionStart, selectionEnd }: HTMLInputElement,
  tokens: readonly Token[],
): Token | undefined => (selectionStart === selectionEnd ? tokens.find(({ to }) => to === selectionStart) : undefined)

interface ListProps {
  listId: string
  rows: readonly QuickAddSuggestion[]
  activeIndex: number
  accept: (row: QuickAddSuggestion) => void
}

const List = ({ listId, rows, activeIndex, accept }: ListProps) => (
  <div
    id={listId}
    class={rows.length > 0 ? 'quick-add-suggestions' : undefined}
    role="listbox"
    aria-label={messages.suggestions}
  >
    {rows.map((row, index) => (
      <div
        key={row.text}
        id={`${listId}-${index}`}
        role="option"
        class="menu-item"
        data-active={index === activeIndex || undefined}
        aria-selected={index === activeIndex}
        onPointerDown={(event) => {
          event.preventDefault()
          accept(row)
        }}
      >
        <span class="menu-item-label one-line" dir="auto">
          {row.label}
        </span>
        <span class="picker-hint one-line" dir="auto">
          {row.text}
        </span>
      </div>
    ))}
  </div>
)
