import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type Made, type World } from '../fixtures.ts'
import { newSection, newTask, sharedScope } from './create.ts'

const of = async (world: World): Promise<Prepared> => ({
  params: { section_id: (await newSection(world)).section_id },
})

async function reverseSections(world: World): Promise<Prepared> {
  await newSection(world)
  await newSection(world)
  const query = { org_id: world.org_id, ...(await sharedScope(world)) }
  const { data } = (await world.lead.get('/v1/sections', { query })).body
  const section_ids = data.map((section: Made) => section.section_id).reverse()
  return { body: { ...(await sharedScope(world)), section_ids } }
}

export const calls: Calls = {
  'sections.list': {
    prepare: async (world) => ({ query: { org_id: world.org_id, ...(await sharedScope(world)) } }),
    another: (world) => newSection(world),
  },
  'sections.mine': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world) =>
      create(world.owner, '/v1/sections', {
        org_id: world.org_id,
        scope_type: 'user',
        scope_id: world.owner.username,
        name: fresh('Lane'),
      }),
  },
  'sections.create': {
    prepare: async (world) => ({
      body: { org_id: world.org_id, ...(await sharedScope(world)), name: fresh('Section') },
    }),
  },
  'sections.reorder': { prepare: reverseSections },
  'sections.read': { prepare: of },
  'sections.update': {
    prepare: async (world) => ({ ...(await of(world)), body: { name: fresh('Renamed') } }),
    subject: 'sections.read',
  },
  'sections.delete': { prepare: of, subject: 'sections.read' },
  'tasks.set_section': {
    prepare: async (world) => {
      const { scope_type, scope_id, section_id } = await newSection(world)
      const { task_id } = await newTask(world)
      return { params: { task_id }, body: { scope_type, scope_id, section_id } }
    },
    subject: 'tasks.read',
  },
}
