import { parseQuickAdd, type QuickAdd as Line } from '@svc/sdk/quick-add'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { goWith } from '../../address.ts'
import type { QuickAddDefaults } from '../../commands/overlay.ts'
import { data } from '../../data/current.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { editableProjects } from '../../parts/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { today } from '../../ui/time.ts'
import { vocabulary } from '../../ui/vocabulary.ts'
import { toast } from '../../ui/toast.tsx'
import { Chips } from './chips.tsx'
import { create } from './create.ts'
import type { Known } from './suggest.ts'
import { Suggesting } from './suggesting.tsx'
import './quick-add.css'

interface QuickAddProps {
  defaults: QuickAddDefaults
  onClose: () => void
}

/** Dialog that creates a task from one line of text. The text is stored as a draft until the task is added. */
export function QuickAdd({ defaults, onClose }: QuickAddProps) {
  const draft = data().draft('quick-add')
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set())
  const [fields, setFields] = useState(defaults)
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const text = draft.value
  const known = useSuggestionData()
  const line = parseQuickAdd(text, { ...known, rejected, today: today(), vocabulary: vocabulary() })
  useLayoutEffect(() => {
    if (defaults.text) draft.value = defaults.text
    input.current!.focus()
  }, [])
  const addTask = (keepOpen: boolean) => {
    if (!line.title) return setError(messages.untitled)
    const id = create(line, fields)
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
      <Suggesting
        {...{ input, text, known, onType, onAdd: addTask, onReject: reject }}
        tokens={line.tokens}
      />
      <Chips {...{ line, defaults: fields, setDefaults: setFields, error, reject }} />
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
  const run = () => goWith({ task: data().idNow(id) })
  toast({ text: messages.added(title), action: { label: messages.open, run } })
}

function useSuggestionData(): Known {
  const people = data().all('organizationMembers').value ?? []
  const projects = editableProjects()
  return {
    people: people.flatMap(({ username, is_active }) =>
      username && is_active !== false ? [{ username }] : [],
    ),
    projects,
  }
}
