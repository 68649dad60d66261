import type { View } from '@svc/sdk'
import { currentLocation, navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { listMenuTexts } from '../../messages/list-menus.ts'
import type { MenuItem } from '../../components/menu.tsx'
import { showToast } from '../../components/toast.tsx'
import { openRenameViewDialog, setViewPinned } from './save-view.tsx'

/** Returns the items of a saved view, for its list and for its link in the sidebar. */
export function buildViewItems(view: View, anchor: Element, hasSeparator = false): MenuItem[] {
  const pin: MenuItem = {
    id: 'pin',
    label: view.pinned ? listMenuTexts.unpinView : listMenuTexts.pinView,
    icon: 'pin',
    hasSeparator,
    onSelect: () => setViewPinned(view, !view.pinned),
  }
  return view.can_edit ? [pin, ...buildEditItems(view, anchor)] : [pin]
}

const buildEditItems = (savedView: View, anchor: Element): MenuItem[] => [
  {
    id: 'rename',
    label: listMenuTexts.renameView,
    icon: 'edit',
    onSelect: () => openRenameViewDialog(savedView, anchor),
  },
  {
    id: 'delete',
    label: listMenuTexts.deleteView,
    icon: 'trash',
    danger: true,
    onSelect: () => deleteView(savedView),
  },
]

/** Deletes a view, and offers to create it again. */
function deleteView({ view_id: id, name, org_id, resource, scope_type, scope_id, query, display }: View): void {
  getStore().mutate({
    method: 'views.delete',
    args: [id],
    rows: { kind: 'views', id },
    optimisticPatches: { type: 'delete', kind: 'views', id },
    label: listMenuTexts.viewDeleted(name),
  })
  const { org } = getStore()
  if (currentLocation.peek().path === `/o/${org}/v/${id}`) navigate(`/o/${org}/tasks`)
  const restore = () =>
    getStore().mutate({
      method: 'views.create',
      args: [{ org_id, name, resource, query, display, ...(scope_type !== 'user' && { scope_type, scope_id }) }],
      label: listMenuTexts.viewSaved(name),
    })
  showToast({ text: listMenuTexts.viewDeleted(name), action: { label: layoutTexts.undo, run: restore } })
}
