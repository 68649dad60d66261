import type { RefObject } from 'preact'
import { useId, useState } from 'preact/hooks'
import { quickAddTexts as said } from '../../messages/quick-add.ts'
import type { Token } from '@svc/sdk/quick-add'
import { announce } from '../../ui/announce.ts'
import { seenTags } from '../../parts/seen-tags.ts'
import { longest } from './create.ts'
import { suggestions, wordAt, type Known, type Suggestion } from './suggest.ts'

interface SuggestingProps {
  input: RefObject<HTMLInputElement | null>
  text: string
  known: Known
  type: (text: string) => void
  add: (stays: boolean) => void
  /** Parts of the line that set a field. */
  tokens: readonly Token[]
  reject: (words: string) => void
}

/** The line, and below it what a word with a mark may become: arrows choose, Tab or Enter takes, Escape leaves it as it is. */
export function Suggesting(props: SuggestingProps) {
  const { input, text, type } = props
  const list = useId()
  const { rows, at, take, keys, look } = useSuggestions(props)
  const change = (event: Event) => {
    type((event.currentTarget as HTMLInputElement).value)
    look()
  }
  return (
    <>
      <input
        ref={input}
        class="quick-add-line"
        role="combobox"
        aria-label={said.label}
        aria-expanded={rows.length > 0}
        aria-controls={list}
        aria-activedescendant={rows.length > 0 ? `${list}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={said.placeholder}
        autocomplete="off"
        dir="auto"
        maxLength={longest + 200}
        value={text}
        onInput={change}
        onKeyDown={keys}
        onKeyUp={look}
        onClick={look}
      />
      <List {...{ list, rows, at, take }} />
    </>
  )
}

function useSuggestions({ input, text, known, type, add, tokens, reject }: SuggestingProps) {
  const [cursor, setCursor] = useState(0)
  const [chosen, setChosen] = useState({ word: '', at: 0 })
  const [refused, setRefused] = useState('')
  const found = wordAt(text, Math.min(cursor, text.length))
  const word = found ? found.mark + found.typed : ''
  const all = found && refused !== word ? suggestions(found, known, seenTags()) : []
  // What is written whole needs no suggestion.
  const rows = all.some((row) => row.text === word) ? [] : all
  const at = chosen.word === word ? Math.min(chosen.at, rows.length - 1) : 0
  const take = (row: Suggestion) => {
    const next = `${text.slice(0, found!.from)}${row.text} `
    type(next + text.slice(cursor).trimStart())
    setCursor(next.length)
    requestAnimationFrame(() => input.current?.setSelectionRange(next.length, next.length))
  }
  const keys = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const open = rows.length > 0
    const token = key === 'Backspace' && !isAltered(event) ? tokenBefore(input.current!, tokens) : undefined
    if (open && step) setChosen({ word, at: (at + step + rows.length) % rows.length })
    else if (open && (key === 'Tab' || (key === 'Enter' && found!.typed))) take(rows[at]!)
    else if (open && key === 'Escape') setRefused(word)
    else if (key === 'Enter') add(shiftKey)
    else if (token) {
      reject(token.text)
      announce(said.isText(token.text))
    } else return
    event.preventDefault()
  }
  return { rows, at, take, keys, look: () => setCursor(input.current?.selectionStart ?? 0) }
}

const isAltered = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey

/** Returns the token that ends at the caret. */
const tokenBefore = (
  { selectionStart, selectionEnd }: HTMLInputElement,
  tokens: readonly Token[],
): Token | undefined =>
  selectionStart === selectionEnd ? tokens.find(({ to }) => to === selectionStart) : undefined

interface ListProps {
  list: string
  rows: readonly Suggestion[]
  at: number
  take: (row: Suggestion) => void
}

const List = ({ list, rows, at, take }: ListProps) => (
  <div
    id={list}
    class={rows.length > 0 ? 'quick-add-suggestions' : undefined}
    role="listbox"
    aria-label={said.suggestions}
  >
    {rows.map((row, index) => (
      <div
        key={row.text}
        id={`${list}-${index}`}
        role="option"
        class="menu-item"
        data-active={index === at || undefined}
        aria-selected={index === at}
        onPointerDown={(event) => {
          event.preventDefault()
          take(row)
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
