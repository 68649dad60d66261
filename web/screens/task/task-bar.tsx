import type { Task } from '@svc/sdk'
import type { ComponentChildren } from 'preact'
import { goWith } from '../../address.ts'
import { useCommands } from '../../commands/commands.ts'
import { task as messages } from '../../messages/task.ts'
import { Opener } from '../../parts/opener.tsx'
import { fieldCommands } from '../../parts/task-commands.ts'
import type { Field } from '../../parts/task-field-names.ts'
import { neighbourOf, taskOrder } from '../../parts/task-order.ts'
import { mayDeleteTask } from '../../parts/task-rights.ts'
import { data } from '../../data/current.ts'
import { announce } from '../../ui/announce.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { focusedRegion } from '../../ui/focus.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { closePanel, copyLink, remove } from './task-actions.ts'

function openTask(id: string | undefined): void {
  if (id === undefined) return
  taskOrder.peek()?.moveTo(id)
  goWith({ task: id }, { replace: true })
  announce(messages.panel(data().row('tasks', id).peek()?.title ?? ''))
}

export function TaskBar({ task, children }: { task: Task; children: ComponentChildren }) {
  const [previousId, nextId] = [neighbourOf(task.task_id, -1), neighbourOf(task.task_id, 1)]
  useTaskCommands(task, previousId, nextId)
  return (
    <header class="task-bar">
      <Button kind="quiet" icon="x" title={messages.close} keys="Escape" onClick={closePanel} />
      <StepButton to={previousId} icon="chevron-up" title={messages.previous} keys="k" />
      <StepButton to={nextId} icon="chevron-down" title={messages.next} keys="j" />
      <span class="task-bar-space" />
      {children}
      <Button
        kind="quiet"
        icon="link"
        title={messages.copyLink}
        onClick={() => void copyLink(task.task_id)}
      />
      {mayDeleteTask(task) && (
        <Opener
          icon="more"
          title={messages.more}
          opened={(anchor, close) => (
            <Menu anchor={anchor} label={messages.more} items={buildItems(task)} onClose={close} />
          )}
        />
      )}
    </header>
  )
}

const StepButton = ({ to, ...button }: { to: string | undefined } & ButtonProps) => (
  <Button kind="quiet" {...button} disabled={to === undefined} onClick={() => openTask(to)} />
)

const buildItems = (task: Task): MenuItem[] => [
  { id: 'delete', label: messages.remove, icon: 'trash', danger: true, onSelect: () => remove(task) },
]

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
  const canDelete = () => mayDeleteTask(task)
  const anchor = (field?: Field) =>
    document.querySelector(`[data-region=panel] [data-field="${field}"]`) ??
    document.querySelector('[data-region=panel] .task-title')!
  const canClose = () => focusedRegion() !== 'list' || !taskOrder.peek()?.marked?.peek().size
  useCommands([
    { id: 'task.close', title: messages.close, section, keys: 'Escape', when: canClose, run: closePanel },
    { id: 'task.link', title: messages.copyLink, section, run: () => void copyLink(task.task_id) },
  ])
  useCommands(
    [
      buildStep('task.next', messages.next, 'j', nextId),
      buildStep('task.previous', messages.previous, 'k', previousId),
      ...fieldCommands({
        prefix: 'task',
        targets: () => [task.task_id],
        anchor,
        remove: () => remove(task),
        mayRemove: canDelete,
      }),
    ],
    'panel',
  )
}
