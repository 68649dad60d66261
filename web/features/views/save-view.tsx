import { useState } from 'preact/hooks'
import type { View } from '@svc/sdk'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { listMenuTexts } from '../../messages/list-menus.ts'
import { resetToSavedView, viewState } from './view-state.ts'
import { toNewView, toSavedView } from './view-changes.ts'
import { canArrangeSections } from '../members/permissions.ts'
import { toSectionScope } from '../tasks/task-container.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormField } from '../../components/form-field.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { showToast } from '../../components/toast.tsx'

export function saveViewChanges(view: View): void {
  const { query: viewQuery, container } = viewState.peek()
  const { query, display } = toSavedView(viewQuery, container, view)
  getStore().update('views', view.view_id, { query, display }, listMenuTexts.viewChanged(view.name))
  resetToSavedView()
}

export function openNewViewDialog(anchor: Element): void {
  openLayer((close) => <NewViewDialog close={close} />, anchor)
}

export function openRenameViewDialog(view: View, anchor: Element): void {
  const rename = (name: string) => {
    getStore().update('views', view.view_id, { name }, listMenuTexts.viewChanged(name))
  }
  openLayer(
    (close) => <NameDialog title={listMenuTexts.renameView} name={view.name} close={close} onName={rename} />,
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
      <Button onClick={close}>{listMenuTexts.cancel}</Button>
      <Button kind="main" disabled={!value.trim()} onClick={submit}>
        {listMenuTexts.save}
      </Button>
    </>
  )
  return (
    <Dialog title={title} open onClose={close} actions={actions}>
      <form onSubmit={submit}>
        <FormField label={listMenuTexts.viewName}>
          <input
            class="input"
            autofocus
            dir="auto"
            maxLength={100}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </FormField>
        {children}
      </form>
    </Dialog>
  )
}

function NewViewDialog({ close }: { close: () => void }) {
  const { container } = viewState.value
  const [isShared, setShared] = useState(false)
  const canShare = container.kind !== 'all' && canArrangeSections(container)
  return (
    <NameDialog title={listMenuTexts.saveView} close={close} onName={(name) => void createView(name, isShared)}>
      {canShare && (
        <FormField label={listMenuTexts.viewFor}>
          <select
            class="input"
            value={isShared ? 'all' : 'me'}
            onChange={(event) => setShared(event.currentTarget.value === 'all')}
          >
            <option value="me">{listMenuTexts.viewForMe}</option>
            <option value="all">
              {container.kind === 'project' ? listMenuTexts.viewForProject : listMenuTexts.viewForTeam}
            </option>
          </select>
        </FormField>
      )}
    </NameDialog>
  )
}

async function createView(name: string, isShared: boolean): Promise<void> {
  const { query: viewQuery, container, savedView } = viewState.peek()
  const { org } = getStore()
  const body = {
    org_id: org,
    name,
    resource: 'task',
    ...(isShared && toSectionScope(container)),
    ...toNewView(viewQuery, container, savedView ?? undefined),
  }
  const { response } = getStore().mutate({
    method: 'views.create',
    args: [body],
    label: listMenuTexts.viewSaved(name),
  })
  // The app shell reports errors such as a duplicate name; the list stays open.
  const view = (await response.catch(() => undefined)) as View | undefined
  if (!view) return
  showToast({ text: listMenuTexts.viewSaved(name) })
  if (getStore().org === org) navigate(`/o/${org}/v/${view.view_id}`)
}

export function setViewPinned({ view_id, name }: View, pinned: boolean): void {
  getStore().mutate({
    method: pinned ? 'viewPins.pinView' : 'viewPins.unpinView',
    args: [view_id],
    queue: `pin ${view_id}`,
    optimisticPatches: { type: 'patch', kind: 'views', id: view_id, patch: { pinned } },
    label: pinned ? listMenuTexts.pinned(name) : listMenuTexts.unpinned(name),
  })
}
