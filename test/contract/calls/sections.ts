import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type ResponseBody, type Fixture } from '../fixtures.ts'
import { createSection, createTask, loadSharedScope } from './create.ts'

const prepareSection = async (fixture: Fixture): Promise<Prepared> => ({
  params: { section_id: (await createSection(fixture)).section_id },
})

async function reverseSections(fixture: Fixture): Promise<Prepared> {
  await createSection(fixture)
  await createSection(fixture)
  const query = { org_id: fixture.org_id, ...(await loadSharedScope(fixture)) }
  const { data } = (await fixture.lead.get('/v1/sections', { query })).body
  const section_ids = data.map((section: ResponseBody) => section.section_id).reverse()
  return { body: { ...(await loadSharedScope(fixture)), section_ids } }
}

export const calls: Calls = {
  'sections.list': {
    prepare: async (fixture) => ({ query: { org_id: fixture.org_id, ...(await loadSharedScope(fixture)) } }),
    createAnotherRow: (fixture) => createSection(fixture),
  },
  'sections.mine': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) =>
      create(fixture.owner, '/v1/sections', {
        org_id: fixture.org_id,
        scope_type: 'user',
        scope_id: fixture.owner.username,
        name: buildUniqueName('Lane'),
      }),
  },
  'sections.create': {
    prepare: async (fixture) => ({
      body: { org_id: fixture.org_id, ...(await loadSharedScope(fixture)), name: buildUniqueName('Section') },
    }),
  },
  'sections.reorder': { prepare: reverseSections },
  'sections.read': { prepare: prepareSection },
  'sections.update': {
    prepare: async (fixture) => ({ ...(await prepareSection(fixture)), body: { name: buildUniqueName('Renamed') } }),
    subject: 'sections.read',
  },
  'sections.delete': { prepare: prepareSection, subject: 'sections.read' },
  'tasks.set_section': {
    prepare: async (fixture) => {
      const { scope_type, scope_id, section_id } = await createSection(fixture)
      const { task_id } = await createTask(fixture)
      return { params: { task_id }, body: { scope_type, scope_id, section_id } }
    },
    subject: 'tasks.read',
  },
}
