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

export function openMore(anchor: Element): void {
  openLayer(
    (close) => <Menu anchor={anchor} label={text.more} items={buildItems(anchor)} onClose={close} />,
    anchor,
  )
}

function buildItems(anchor: Element): MenuItem[] {
  const { view: savedView, question: query } = asked.peek()
  const layout = query.layout === 'board' ? 'list' : 'board'
  const items: MenuItem[] = [
    { id: 'layout', label: text[layout], icon: layout, keys: 'v', onSelect: () => ask({ layout }) },
    { id: 'display', label: text.display, icon: 'settings', onSelect: () => openDisplay(anchor) },
    { id: 'save', label: text.saveView, icon: 'view', apart: true, onSelect: () => askForView(anchor) },
    { id: 'csv', label: text.csv, icon: 'download', onSelect: exportCsv },
  ]
  if (!savedView) return items
  const { pinned } = savedView
  items.push({
    id: 'pin',
    label: pinned ? text.unpinView : text.pinView,
    icon: 'pin',
    apart: true,
    onSelect: () => pinView(savedView, !pinned),
  })
  if (!savedView.can_edit) return items
  return [
    ...items,
    { id: 'rename', label: text.renameView, icon: 'edit', onSelect: () => renameView(savedView, anchor) },
    {
      id: 'delete',
      label: text.deleteView,
      icon: 'trash',
      danger: true,
      onSelect: () => {
        data().write({
          call: 'views.delete',
          args: [savedView.view_id],
          about: { kind: 'views', id: savedView.view_id },
          shown: { kind: 'views', id: savedView.view_id, gone: true },
          said: text.viewDeleted(savedView.name),
        })
        go(`/o/${data().org}/tasks`)
      },
    },
  ]
}

function exportCsv(): void {
  toast({ text: text.csvMaking })
  const { question: query, place: container } = asked.peek()
  void withLate(
    () => import('./csv.ts'),
    ({ downloadCsv }) =>
      downloadCsv(query, container, titleOf().title).then(
        (count) => toast({ text: text.csvMade(count) }),
        (problem: unknown) => tellFailure(problem, exportCsv),
      ),
  )
}
