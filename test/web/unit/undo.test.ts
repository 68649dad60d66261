/// <reference types="node" />
import { expect, test, vi } from 'vitest'
import type { InverseMutation } from '../../../web/store/types.ts'
import { openRow, EFFECT_TIMEOUT_MS, useTabs } from './tabs.ts'

const { createSdkClient, openTab, createTask } = useTabs()

test('rejected parts of a bulk move into a section are not in its undo step, and the rest is undone and redone', async () => {
  const one = await openTab()
  const ada = await createSdkClient()
  const { project_id: scope_id } = await ada.projects.create({ name: 'East quay' })
  const scope = { scope_type: 'project', scope_id } as const
  const [from, to] = (await Promise.all(
    ['Next', 'Done'].map(async (name) => (await ada.sections.create({ ...scope, name })).section_id),
  )) as [string, string]
  const all = await Promise.all(['Rope', 'Locked', 'Chain'].map((title) => createTask(title, { project_id: scope_id })))
  for (const id of all) await ada.tasks.setSection(id, { ...scope, section_id: from })
  await Promise.all(all.map((id) => openRow(one, id)))
  const locked = all[1]!
  one.network.intercept = ({ method, url }) =>
    method === 'PUT' && url.includes(locked)
      ? Response.json({ type: 'about:blank', title: 'Forbidden', status: 403 }, { status: 403 })
      : undefined
  const move = (id: string, section_id: string): InverseMutation => ({
    method: 'tasks.setSection',
    args: [id, { ...scope, section_id }],
    rows: { kind: 'tasks', id },
    queue: `order ${section_id}`,
    optimisticPatches: { type: 'patch', kind: 'tasks', id, patch: { section_id } },
    label: 'Moved',
  })
  const listSectionIds = async () => {
    const rows = await ada.tasks.list({ filter: { id: all }, section_scope: `project:${scope_id}` }).toArray()
    return all.map((id) => rows.find(({ task_id }) => task_id === id)?.section_id)
  }
  one.data.together('Moved three', () => {
    for (const id of all) one.data.mutate({ ...move(id, to), inverse: move(id, from) })
  })
  await vi.waitFor(() => expect(one.data.refusals.value).toHaveLength(1), EFFECT_TIMEOUT_MS)
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await listSectionIds()).toEqual([to, from, to])
  expect(one.data.canUndo.value).toBe('Moved three')
  one.data.undo()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await listSectionIds()).toEqual([from, from, from])
  one.data.redo()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await listSectionIds()).toEqual([to, from, to])
  expect(one.data.refusals.value).toHaveLength(1)
})

test('tasks that are deleted together are restored and deleted again, as often as undone and redone', async () => {
  const one = await openTab()
  const ada = await createSdkClient()
  const all = await Promise.all(['Rope', 'Chain', 'Anchor', 'Buoy'].map((title) => createTask(title)))
  const list = one.data.list('tasks', { filter: { id: all }, sort_by: 'title' })
  await vi.waitFor(() => expect(list.ids.value).toHaveLength(4), EFFECT_TIMEOUT_MS)
  let deletions = 0
  one.network.intercept = ({ method }) => void (method === 'DELETE' && deletions++)
  const buildStep = (call: 'delete' | 'restore', id: string): InverseMutation => ({
    method: `tasks.${call}`,
    args: [id],
    label: call,
    ...(call === 'delete'
      ? { rows: { kind: 'tasks', id }, optimisticPatches: { type: 'delete', kind: 'tasks', id } }
      : { queue: `tasks ${id}` }),
  })
  const countTasks = async () => (await ada.tasks.list({ filter: { id: all } })).data.length
  const waitUntilSettled = async (count: number) => {
    await vi.waitFor(
      () => expect(one.data.pendingCount.value - one.data.conflicts.value.length).toBe(0),
      EFFECT_TIMEOUT_MS,
    )
    expect(one.data.conflicts.value.map(({ reason, fields }) => [reason, fields])).toEqual([])
    expect(one.data.refusals.value).toEqual([])
    expect(await countTasks()).toBe(count)
  }
  one.data.together('Deleted four', () => {
    for (const id of all) one.data.mutate({ ...buildStep('delete', id), inverse: buildStep('restore', id) })
  })
  one.data.undo()
  one.data.redo()
  await waitUntilSettled(0)
  for (let round = 1; round <= 2; round++) {
    one.data.undo()
    await waitUntilSettled(4)
    one.data.redo()
    await waitUntilSettled(0)
  }
  one.data.undo()
  one.data.redo()
  await waitUntilSettled(0)
  // One request for each task: none was rejected and sent again.
  expect(deletions).toBe(5 * 4)
})
