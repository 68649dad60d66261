/// <reference types="node" />
import { expect, test, vi } from 'vitest'
import type { Inverse } from '../../../web/data/data.ts'
import { opened, patience, useTabs } from './tabs.ts'

const { program, tab, made } = useTabs()

test('what was refused of a move of many into a section is no part of its step, and the rest is undone and redone', async () => {
  const one = await tab()
  const ada = await program()
  const { project_id: scope_id } = await ada.projects.create({ name: 'East quay' })
  const scope = { scope_type: 'project', scope_id } as const
  const [from, to] = (await Promise.all(
    ['Next', 'Done'].map(async (name) => (await ada.sections.create({ ...scope, name })).section_id),
  )) as [string, string]
  const all = await Promise.all(
    ['Rope', 'Locked', 'Chain'].map((title) => made(title, { project_id: scope_id })),
  )
  for (const id of all) await ada.tasks.setSection(id, { ...scope, section_id: from })
  await Promise.all(all.map((id) => opened(one, id)))
  const locked = all[1]!
  one.wire.meet = ({ method, url }) =>
    method === 'PUT' && url.includes(locked)
      ? Response.json({ type: 'about:blank', title: 'Forbidden', status: 403 }, { status: 403 })
      : undefined
  const move = (id: string, section_id: string): Inverse => ({
    call: 'tasks.setSection',
    args: [id, { ...scope, section_id }],
    about: { kind: 'tasks', id },
    queue: `order ${section_id}`,
    shown: { kind: 'tasks', id, patch: { section_id } },
    said: 'Moved',
  })
  const sections = async () => {
    const rows = await ada.tasks.list({ filter: { id: all }, section_scope: `project:${scope_id}` }).toArray()
    return all.map((id) => rows.find(({ task_id }) => task_id === id)?.section_id)
  }
  one.data.together('Moved three', () => {
    for (const id of all) one.data.write({ ...move(id, to), undo: move(id, from) })
  })
  await vi.waitFor(() => expect(one.data.refusals.value).toHaveLength(1), patience)
  await vi.waitFor(() => expect(one.data.waiting.value).toBe(0), patience)
  expect(await sections()).toEqual([to, from, to])
  expect(one.data.canUndo.value).toBe('Moved three')
  one.data.undo()
  await vi.waitFor(() => expect(one.data.waiting.value).toBe(0), patience)
  expect(await sections()).toEqual([from, from, from])
  one.data.redo()
  await vi.waitFor(() => expect(one.data.waiting.value).toBe(0), patience)
  expect(await sections()).toEqual([to, from, to])
  expect(one.data.refusals.value).toHaveLength(1)
})
