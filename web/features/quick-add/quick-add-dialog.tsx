import { parseQuickAdd, type QuickAdd as Line } from '@svc/sdk/quick-add'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../../location.ts'
import type { QuickAddDefaults } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { listEditableProjects } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getToday } from '../../components/util/dates.ts'
import { getDateVocabulary } from '../../components/util/date-vocabulary.ts'
import { showToast } from '../../components/toast.tsx'
import { QuickAddChips } from './quick-add-chips.tsx'
import { createQuickAddTask } from './create-task.ts'
import type { SuggestionData } from './suggestions.ts'
import { AutocompleteInput } from './autocomplete-input.tsx'
import './quick-add-dialog.css'

interface QuickAddProps {
  defaults: QuickAddDefaults
  onClose: () => void
}

export function QuickAddDialog({ defaults, onClose }: QuickAddProps) {
  const draft = getStore().openDraft('quick-add')
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set())
  const [fields, setFields] = useState(defaults)
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const text = draft.value
  const known = useSuggestionData()
  const line = parseQuickAdd(text, { ...known, rejected, today: getToday(), vocabulary: getDateVocabulary() })
  useLayoutEffect(() => {
    if (defaults.text) draft.value = defaults.text
    input.current!.focus()
  }, [])
  const addTask = (keepOpen: boolean) => {
    if (!line.title) return setError(messages.untitled)
    const id = createQuickAddTask(line, fields)
    draft.value = ''
    setRejected(new Set())
    showAddedToast(line, id)
    if (keepOpen) input.current!.focus()
    else onClose()
  }
  const reject = (token: string) => setRejected(new Set([...rejected, token]))
  const onType = (next: string) => {
    setError('')
    draft.value = next
  }
  return (
    <Dialog title={messages.title} open bare class="quick-add" onClose={onClose}>
      <AutocompleteInput {...{ input, text, known, onType, onAdd: addTask, onReject: reject }} tokens={line.tokens} />
      <QuickAddChips {...{ line, defaults: fields, setDefaults: setFields, error, reject }} />
      <Footer addTask={addTask} hint={line.tokens.length > 0 ? messages.hintTokens : messages.hint} />
    </Dialog>
  )
}

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

function useSuggestionData(): SuggestionData {
  const people = getStore().all('organizationMembers').value ?? []
  const projects = listEditableProjects()
  return {
    people: people.flatMap(({ username, is_active }) => (username && is_active !== false ? [{ username }] : [])),
    projects,
  }
}
