import { parseQuickAdd, type QuickAdd as Line, type Token, type TokenKind } from '@svc/sdk/quick-add'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../../location.ts'
import type { NewTaskValues } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { listEditableProjects } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getToday } from '../../components/util/dates.ts'
import { getDateVocabulary } from '../../components/util/date-vocabulary.ts'
import { showToast } from '../../components/toast.tsx'
import { QuickAddChips } from './quick-add-chips.tsx'
import { createQuickAddTask, mergeFields } from './create-task.ts'
import { findUnsupportedWords } from './find-unsupported.ts'
import { FieldButtons } from './new-task-fields.tsx'
import type { SuggestionData } from './suggestions.ts'
import { AutocompleteInput } from './autocomplete-input.tsx'
import './quick-add-dialog.css'

interface QuickAddProps {
  defaults: NewTaskValues
  onClose: () => void
}

export function QuickAddDialog({ defaults, onClose }: QuickAddProps) {
  const input = useRef<HTMLInputElement>(null)
  const { draft, description, fields, setFields, clear } = useNewTask(defaults)
  const [error, setError] = useState('')
  const text = draft.value
  const known = useSuggestionData()
  const { line, setRejected, reject } = useLine(text, known)
  useLayoutEffect(() => input.current!.focus(), [])
  const addTask = (keepOpen: boolean) => {
    if (!line.title) return setError(messages.untitled)
    if (wait.mustWait(keepOpen)) return
    const id = createQuickAddTask(line, { ...fields, description: description.value.trim() || undefined })
    clear(defaults)
    setRejected(new Set())
    showAddedToast(line, id)
    if (keepOpen) input.current!.focus()
    else onClose()
  }
  const wait = useNames(line, known.isLoaded, addTask)
  const onType = (next: string) => {
    setError('')
    draft.value = next
  }
  const pick = (patch: NewTaskValues) => {
    onType(dropTokens(text, line.tokens, patch))
    setFields((before) => omitUnset({ ...before, ...patch }))
  }
  return (
    <Dialog title={messages.title} open bare class="quick-add" onClose={onClose}>
      <AutocompleteInput {...{ input, text, known, onType, onAdd: addTask, onReject: reject }} tokens={line.tokens} />
      <QuickAddChips {...{ line, defaults: fields, setDefaults: setFields, error, reject }} />
      <UnsupportedWords line={line} isWaiting={wait.isWaiting} />
      <DescriptionField text={description} onAdd={addTask} />
      <FieldButtons fields={mergeFields(fields, line)} onPick={pick} onError={setError} />
      <Footer addTask={addTask} hint={line.tokens.length > 0 ? messages.hintTokens : messages.hint} />
    </Dialog>
  )
}

/** Draft of a new task: its line, its description and its fields, stored until it is added. */
function useNewTask(defaults: NewTaskValues) {
  const store = getStore()
  const draft = store.openDraft('quick-add')
  const description = store.openDraft('quick-add description')
  const stored = store.openDraft('quick-add fields')
  const [picked, setPicked] = useState<NewTaskValues>()
  const parsed = stored.value ? (JSON.parse(stored.value) as NewTaskValues) : undefined
  const isDraft = draft.value !== '' || description.value !== ''
  const fields = picked ?? { ...defaults, ...(isDraft && parsed) }
  useLayoutEffect(() => {
    if (defaults.text) draft.value = defaults.text
  }, [])
  const setFields = (change: NewTaskValues | ((before: NewTaskValues) => NewTaskValues)) => {
    const next = typeof change === 'function' ? change(fields) : change
    setPicked(next)
    stored.value = JSON.stringify(next)
  }
  const clear = (next: NewTaskValues) => {
    draft.value = description.value = stored.value = ''
    setPicked({ ...next, text: '' })
  }
  return { draft, description, fields, setFields, clear }
}

function useLine(text: string, known: SuggestionData) {
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set())
  const line = parseQuickAdd(text, { ...known, rejected, today: getToday(), vocabulary: getDateVocabulary() })
  return { line, setRejected, reject: (token: string) => setRejected(new Set([...rejected, token])) }
}

/** Delays adding a line with unknown names until all names are loaded, or until the user adds it again. */
function useNames(line: Line, isLoaded: boolean, addTask: (keepOpen: boolean) => void) {
  const [waiting, setWaiting] = useState<{ keepOpen: boolean }>()
  useEffect(() => {
    if (waiting && isLoaded) addTask(waiting.keepOpen)
  }, [isLoaded, waiting])
  const mustWait = (keepOpen: boolean): boolean => {
    const isFirst = line.unresolved.length > 0 && !isLoaded && !waiting
    setWaiting(isFirst ? { keepOpen } : undefined)
    return isFirst
  }
  return { isWaiting: waiting !== undefined, mustWait }
}

const tokenFields: Record<TokenKind, keyof NewTaskValues> = {
  priority: 'priority',
  tag: 'tags',
  assignee: 'assignee',
  project: 'project_id',
  due: 'due_date',
}

/** Removes the words of fields that are set by a button, which replaces them. */
function dropTokens(text: string, tokens: readonly Token[], patch: NewTaskValues): string {
  const dropped = tokens.filter(({ kind }) => tokenFields[kind] in patch)
  const rest = dropped.toReversed().reduce((line, { from, to }) => line.slice(0, from) + line.slice(to), text)
  return dropped.length > 0 ? rest.replaceAll(/\s+/g, ' ').trim() : text
}

const omitUnset = (fields: NewTaskValues): NewTaskValues =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Says which words stay in the title though they look like fields. */
function UnsupportedWords({ line, isWaiting }: { line: Line; isWaiting: boolean }) {
  const [unresolved] = line.unresolved
  const problem = unresolved
    ? messages.unresolved[unresolved.reason](unresolved.text)
    : findUnsupportedWords(line.title)
  const said = isWaiting ? messages.loadingNames : problem
  return (
    <p class="quick-add-said" role="status">
      {said}
    </p>
  )
}

interface DescriptionFieldProps {
  text: { value: string }
  onAdd: (keepOpen: boolean) => void
}

/** Description of the new task. Enter starts a line; Ctrl+Enter adds the task. */
const DescriptionField = ({ text, onAdd }: DescriptionFieldProps) => (
  <textarea
    class="quick-add-description"
    aria-label={messages.description}
    placeholder={messages.description}
    dir="auto"
    rows={2}
    maxLength={100_000}
    value={text.value}
    onInput={(event) => void (text.value = event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onAdd(event.shiftKey)
    }}
  />
)

const Footer = ({ addTask, hint }: { addTask: (keepOpen: boolean) => void; hint: string }) => (
  <footer class="quick-add-foot">
    <span class="quick-add-hint">{hint}</span>
    <Button kind="quiet" keys="Shift+Enter" title={messages.addAnother} onClick={() => addTask(true)}>
      {messages.addAnother}
    </Button>
    <Button kind="main" keys="Enter" title={messages.add} onClick={() => addTask(false)}>
      {messages.add}
    </Button>
  </footer>
)

function showAddedToast({ title }: Line, id: string): void {
  const run = () => setQuery({ task: getStore().resolveId(id) })
  showToast({ text: messages.added(title), action: { label: messages.open, run } })
}

/** Names that the line may refer to. A line with other names waits until they are loaded. */
function useSuggestionData(): SuggestionData & { isLoaded: boolean } {
  const members = getStore().all('organizationMembers').value
  const people = members ?? []
  const projects = listEditableProjects()
  return {
    people: people.flatMap(({ username, is_active }) => (username && is_active !== false ? [{ username }] : [])),
    projects,
    isLoaded: members !== undefined && getStore().all('projects').value !== undefined,
  }
}
