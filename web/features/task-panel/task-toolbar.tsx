import type { Task } from '@svc/sdk'
import type { ComponentChildren } from 'preact'
import { setQuery } from '../../location.ts'
import { useCommands } from '../../commands/commands.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { PopoverButton } from '../../components/popover-button.tsx'
import { buildFieldCommands } from '../tasks/field-commands.ts'
import type { PickerField } from '../tasks/picker-field.ts'
import { findNeighborTask, taskOrder } from '../tasks/task-order.ts'
import { canDeleteTask } from '../tasks/task-permissions.ts'
import { getStore } from '../../store/current-store.ts'
import { announce } from '../../components/util/announce.ts'
import { Button, type ButtonProps } from '../../components/button.tsx'
import { getFocusedRegion } from '../../components/util/focus.ts'
import { Menu } from '../../components/menu.tsx'
import { listMenuItems } from '../tasks/menu-items.ts'
import { buildClaimCommands } from '../claims/claim-line.tsx'
import { closeTaskPanel, copyTaskLink, deleteTask } from './task-actions.ts'

function openTask(id: string | undefined): void {
  if (id === undefined) return
  taskOrder.peek()?.moveTo(id)
  setQuery({ task: id }, { replace: true })
  announce(messages.panel(getStore().row('tasks', id).peek()?.title ?? ''))
}

export function TaskToolbar({ task, children }: { task: Task; children: ComponentChildren }) {
  const [previousId, nextId] = [findNeighborTask(task.task_id, -1), findNeighborTask(task.task_id, 1)]
  useTaskCommands(task, previousId, nextId)
  const hasMenu = task.has_edit_access || buildClaimCommands('task', () => task).some(({ when }) => when!())
  return (
    <header class="task-bar">
      <Button kind="quiet" icon="x" title={messages.close} keys="Escape" onClick={closeTaskPanel} />
      <StepButton to={previousId} icon="chevron-up" title={messages.previous} keys="k" />
      <StepButton to={nextId} icon="chevron-down" title={messages.next} keys="j" />
      {task.key && <span class="task-bar-key">{task.key}</span>}
      <span class="task-bar-space" />
      {children}
      <Button kind="quiet" icon="link" title={messages.copyLink} onClick={() => void copyTaskLink(task)} />
      {hasMenu && (
        <PopoverButton
          icon="more"
          title={messages.more}
          renderPopover={(anchor, close) => (
            <Menu
              anchor={anchor}
              label={messages.more}
              items={listMenuItems('panel', task.has_edit_access)}
              onClose={close}
            />
          )}
        />
      )}
    </header>
  )
}

const StepButton = ({ to, ...button }: { to: string | undefined } & ButtonProps) => (
  <Button kind="quiet" {...button} disabled={to === undefined} onClick={() => openTask(to)} />
)

function useTaskCommands(task: Task, previousId: string | undefined, nextId: string | undefined) {
  const { section } = messages
  const buildStep = (id: string, title: string, keys: string, to: string | undefined) => ({
    id,
    title,
    section,
    keys,
    unlisted: true,
    when: () => to !== undefined,
    run: () => openTask(to),
  })
  const canDelete = () => canDeleteTask(task)
  const anchor = (field?: PickerField) =>
    document.querySelector(`[data-region=panel] [data-field="${field}"]`) ??
    document.querySelector('[data-region=panel] .task-title')!
  const canClose = () => getFocusedRegion() !== 'list' || !taskOrder.peek()?.selected?.peek().size
  useCommands([
    { id: 'task.close', title: messages.close, section, keys: 'Escape', when: canClose, run: closeTaskPanel },
    { id: 'task.link', title: messages.copyLink, section, menu: 'link', run: () => void copyTaskLink(task) },
  ])
  useCommands(
    [
      buildStep('task.next', messages.next, 'j', nextId),
      buildStep('task.previous', messages.previous, 'k', previousId),
      ...buildFieldCommands({
        prefix: 'task',
        targets: () => [task.task_id],
        anchor,
        remove: () => deleteTask(task),
        canRemove: canDelete,
      }),
      ...buildClaimCommands('task', () => task),
    ],
    'panel',
  )
}
