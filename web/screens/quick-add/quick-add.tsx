import { parseQuickAdd, type QuickAdd as Line } from '@svc/sdk/quick-add'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { goWith } from '../../address.ts'
import type { QuickAddDefaults } from '../../commands/overlay.ts'
import { data } from '../../data/current.ts'
import { quickAddTexts as said } from '../../messages/quick-add.ts'
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

/** A task in one line. What it understood stands below and can be taken back; what was begun is kept until it is added. */
export function QuickAdd({ defaults, onClose }: QuickAddProps) {
  const draft = data().draft('quick-add')
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set())
  const [place, setPlace] = useState(defaults)
  const [wrong, setWrong] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const text = draft.value
  const known = useKnown()
  const line = parseQuickAdd(text, { ...known, rejected, today: today(), vocabulary: vocabulary() })
  useLayoutEffect(() => {
    if (defaults.text) draft.value = defaults.text
    input.current!.focus()
  }, [])
  const add = (stays: boolean) => {
    if (!line.title) return setWrong(said.untitled)
    const id = create(line, place)
    draft.value = ''
    setRejected(new Set())
    tell(line, id)
    if (stays) input.current!.focus()
    else onClose()
  }
  const reject = (words: string) => setRejected(new Set([...rejected, words]))
  const type = (next: string) => {
    setWrong('')
    draft.value = next
  }
  return (
    <Dialog title={said.title} open bare class="quick-add" onClose={onClose}>
      <Suggesting {...{ input, text, known, type, add, reject }} tokens={line.tokens} />
      <Chips {...{ line, place, setPlace, wrong, reject }} />
      <Foot add={add} hint={line.tokens.length > 0 ? said.hintTokens : said.hint} />
    </Dialog>
  )
}

const Foot = ({ add, hint }: { add: (stays: boolean) => void; hint: string }) => (
  <footer class="quick-add-foot">
    <span class="quick-add-hint">{hint}</span>
    <Button kind="quiet" keys="Shift+Enter" title={said.addAnother} onClick={() => add(true)}>
      {said.addAnother}
    </Button>
    <Button kind="main" keys="Enter" title={said.add} onClick={() => add(false)}>
      {said.add}
    </Button>
  </footer>
)

function tell({ title }: Line, id: string): void {
  const run = () => goWith({ task: data().idNow(id) })
  toast({ text: said.added(title), action: { label: said.open, run } })
}

function useKnown(): Known {
  const people = data().all('organizationMembers').value ?? []
  // A task goes only where the person may put one.
  const projects = editableProjects()
  return {
    people: people.flatMap(({ username, is_active }) =>
      username && is_active !== false ? [{ username }] : [],
    ),
    projects,
  }
}
