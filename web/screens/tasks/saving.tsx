import { useState } from 'preact/hooks'
import type { View } from '@svc/sdk'
import { go } from '../../address.ts'
import { data } from '../../data/current.ts'
import { text } from '../../messages/tasks.ts'
import { askAsSaved, asked } from '../../parts/asked.ts'
import { viewOfQuestion } from '../../parts/filter-question.ts'
import { mayArrange } from '../../parts/rights.ts'
import { scopeOf } from '../../parts/task-home.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { openLayer } from '../../ui/layer.ts'
import { toast } from '../../ui/toast.tsx'

/** Keeps in the view what is asked now. */
export function saveChanges(view: View): void {
  const { question, place } = asked.peek()
  const { query, display } = viewOfQuestion(question, place, view.query)
  data().change('views', view.view_id, { query, display }, text.viewChanged(view.name))
  askAsSaved()
}

/** Asks for a name, and makes a view of what is asked now. */
export function askForView(near: Element): void {
  openLayer((close) => <NewView close={close} />, near)
}

export function renameView(view: View, near: Element): void {
  const rename = (name: string) => {
    data().change('views', view.view_id, { name }, text.viewChanged(name))
  }
  openLayer(
    (close) => <NameDialog title={text.renameView} name={view.name} close={close} onName={rename} />,
    near,
  )
}

interface NameProps {
  title: string
  name?: string
  close: () => void
  onName: (name: string) => void
  children?: preact.ComponentChildren
}

function NameDialog({ title, name = '', close, onName, children }: NameProps) {
  const [typed, setTyped] = useState(name)
  const submit = (event: Event) => {
    event.preventDefault()
    if (!typed.trim()) return
    close()
    onName(typed.trim())
  }
  const actions = (
    <>
      <Button onClick={close}>{text.cancel}</Button>
      <Button kind="main" disabled={!typed.trim()} onClick={submit}>
        {text.save}
      </Button>
    </>
  )
  return (
    <Dialog title={title} open onClose={close} actions={actions}>
      <form onSubmit={submit}>
        <Field label={text.viewName}>
          <input
            class="input"
            autofocus
            dir="auto"
            maxLength={100}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
        {children}
      </form>
    </Dialog>
  )
}

function NewView({ close }: { close: () => void }) {
  const { place } = asked.value
  const [shared, setShared] = useState(false)
  const mayShare = place.kind !== 'all' && mayArrange(place)
  return (
    <NameDialog title={text.saveView} close={close} onName={(name) => void makeView(name, shared)}>
      {mayShare && (
        <Field label={text.viewFor}>
          <select
            class="input"
            value={shared ? 'all' : 'me'}
            onChange={(event) => setShared(event.currentTarget.value === 'all')}
          >
            <option value="me">{text.viewForMe}</option>
            <option value="all">{place.kind === 'project' ? text.viewForProject : text.viewForTeam}</option>
          </select>
        </Field>
      )}
    </NameDialog>
  )
}

/** Makes the view and goes to it. */
async function makeView(name: string, shared: boolean): Promise<void> {
  const { question, place } = asked.peek()
  const { org } = data()
  const body = {
    org_id: org,
    name,
    resource: 'task',
    ...(shared && scopeOf(place)),
    ...viewOfQuestion(question, place),
  }
  const { answer } = data().write({ call: 'views.create', args: [body], said: text.viewSaved(name) })
  // A refusal (a name that is taken) is told by the frame, and the list stays.
  const view = (await answer.catch(() => undefined)) as View | undefined
  if (!view) return
  toast({ text: text.viewSaved(name) })
  if (data().org === org) go(`/o/${org}/v/${view.view_id}`)
}

/** Pinning is the person's own: it needs no right, and nobody is told. */
export function pinView({ view_id, name }: View, pinned: boolean): void {
  data().write({
    call: pinned ? 'viewPins.pinView' : 'viewPins.unpinView',
    args: [view_id],
    queue: `pin ${view_id}`,
    shown: { kind: 'views', id: view_id, patch: { pinned } },
    said: pinned ? text.pinned(name) : text.unpinned(name),
  })
}
