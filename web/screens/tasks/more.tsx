import { go } from '../../address.ts'
import { data } from '../../data/current.ts'
import { text } from '../../messages/tasks.ts'
import { ask, asked } from '../../parts/asked.ts'
import { tellFailure, withLate } from '../../ui/late.ts'
import { openLayer } from '../../ui/layer.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { openDisplay } from './display.tsx'
import { titleOf } from './place.tsx'
import { askForView, pinView, renameView } from './saving.tsx'

/** What else can be done with the list: a file of it, a view of it. */
export function openMore(anchor: Element): void {
  openLayer(
    (close) => <Menu anchor={anchor} label={text.more} items={items(anchor)} onClose={close} />,
    anchor,
  )
}

function items(anchor: Element): MenuItem[] {
  const { view, question } = asked.peek()
  const other = question.layout === 'board' ? 'list' : 'board'
  const all: MenuItem[] = [
    { id: 'layout', label: text[other], icon: other, keys: 'v', onSelect: () => ask({ layout: other }) },
    { id: 'display', label: text.display, icon: 'settings', onSelect: () => openDisplay(anchor) },
    { id: 'save', label: text.saveView, icon: 'view', apart: true, onSelect: () => askForView(anchor) },
    { id: 'csv', label: text.csv, icon: 'download', onSelect: exportCsv },
  ]
  if (!view) return all
  const { pinned } = view
  all.push({
    id: 'pin',
    label: pinned ? text.unpinView : text.pinView,
    icon: 'pin',
    apart: true,
    onSelect: () => pinView(view, !pinned),
  })
  if (!view.can_edit) return all
  return [
    ...all,
    { id: 'rename', label: text.renameView, icon: 'edit', onSelect: () => renameView(view, anchor) },
    {
      id: 'delete',
      label: text.deleteView,
      icon: 'trash',
      danger: true,
      onSelect: () => {
        data().write({
          call: 'views.delete',
          args: [view.view_id],
          about: { kind: 'views', id: view.view_id },
          shown: { kind: 'views', id: view.view_id, gone: true },
          said: text.viewDeleted(view.name),
        })
        go(`/o/${data().org}/tasks`)
      },
    },
  ]
}

/** The file is made of all pages of the list, which come through the API; the code for it comes when it is asked for. */
function exportCsv(): void {
  toast({ text: text.csvMaking })
  const { question, place } = asked.peek()
  void withLate(
    () => import('./csv.ts'),
    ({ downloadCsv }) =>
      downloadCsv(question, place, titleOf().title).then(
        (count) => toast({ text: text.csvMade(count) }),
        (problem: unknown) => tellFailure(problem, exportCsv),
      ),
  )
}
