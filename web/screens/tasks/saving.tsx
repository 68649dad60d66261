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

/** Saves the current filters, sort and display options to the view. */
export function saveChanges(view: View): void {
  const { question: viewQuery, place: container } = asked.peek()
  const { query, display } = viewOfQuestion(viewQuery, container, view.query)
  data().change('views', view.view_id, { query, display }, text.viewChanged(view.name))
  askAsSaved()
}

export function askForView(anchor: Element): void {
  openLayer((close) => <NewViewDialog close={close} />, anchor)
}

export function renameView(view: View, anchor: Element): void {
  const rename = (name: string) => {
    data().change('views', view.view_id, { name }, text.viewChanged(name))
  }
  openLayer(
    (close) => <NameDialog title={text.renameView} name={view.name} close={close} onName={rename} />,
    anchor,
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
  const [value, setValue] = useState(name)
  const submit = (event: Event) => {
    event.preventDefault()
    if (!value.trim()) return
    close()
    onName(value.trim())
  }
  const actions = (
    <>
      <Button onClick={close}>{text.cancel}</Button>
      <Button kind="main" disabled={!value.trim()} onClick={submit}>
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
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </Field>
        {children}
      </form>
    </Dialog>
  )
}

function NewViewDialog({ close }: { close: () => void }) {
  const { place: container } = asked.value
  const [isShared, setShared] = useState(false)
  const canShare = container.kind !== 'all' && mayArrange(container)
  return (
    <NameDialog title={text.saveView} close={close} onName={(name) => void createView(name, isShared)}>
      {canShare && (
        <Field label={text.viewFor}>
          <select
            class="input"
            value={isShared ? 'all' : 'me'}
            onChange={(event) => setShared(event.currentTarget.value === 'all')}
          >
            <option value="me">{text.viewForMe}</option>
            <option value="all">
              {container.kind === 'project' ? text.viewForProject : text.viewForTeam}
            </option>
          </select>
        </Field>
      )}
    </NameDialog>
  )
}

/** Creates the view and opens it unless the user has switched to another organization. */
async function createView(name: string, isShared: boolean): Promise<void> {
  const { question: viewQuery, place: container } = asked.peek()
  const { org } = data()
  const body = {
    org_id: org,
    name,
    resource: 'task',
    ...(isShared && scopeOf(container)),
    ...viewOfQuestion(viewQuery, container),
  }
  const { answer: response } = data().write({
    call: 'views.create',
    args: [body],
    said: text.viewSaved(name),
  })
  // The app shell reports errors such as a duplicate name; the list stays open.
  const view = (await response.catch(() => undefined)) as View | undefined
  if (!view) return
  toast({ text: text.viewSaved(name) })
  if (data().org === org) go(`/o/${org}/v/${view.view_id}`)
}

export function pinView({ view_id, name }: View, pinned: boolean): void {
  data().write({
    call: pinned ? 'viewPins.pinView' : 'viewPins.unpinView',
    args: [view_id],
    queue: `pin ${view_id}`,
    shown: { kind: 'views', id: view_id, patch: { pinned } },
    said: pinned ? text.pinned(name) : text.unpinned(name),
  })
}
