import type { Calls, Prepared } from '../call.ts'
import { buildUniqueName, type Fixture } from '../fixtures.ts'
import { makeRoomForFields, createField } from './create.ts'

const prepareField = async (fixture: Fixture, values: object = {}): Promise<Prepared> => ({
  params: { field_id: (await createField(fixture, values)).field_id },
})
async function prepareOption(fixture: Fixture): Promise<Prepared> {
  const { field_id, options } = await createField(fixture, { options: [{ label: buildUniqueName('Option') }] })
  return { params: { field_id, option: options[0].option } }
}
const subject = 'fields.read'

export const calls: Calls = {
  'fields.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) => createField(fixture),
  },
  'fields.create': {
    prepare: async (fixture) => {
      await makeRoomForFields(fixture)
      return {
        body: {
          org_id: fixture.org_id,
          name: buildUniqueName('Field'),
          type: 'number',
          unit: 'h',
          project_ids: [(await fixture.project()).project_id],
        },
      }
    },
  },
  'fields.read': { prepare: prepareField },
  'fields.update': {
    prepare: async (fixture) => ({ ...(await prepareField(fixture)), body: { name: buildUniqueName('Renamed') } }),
    subject,
  },
  'fields.delete': { prepare: prepareField, subject },
  'fields.create_option': {
    prepare: async (fixture) => ({ ...(await prepareField(fixture)), body: { label: buildUniqueName('Option') } }),
    subject,
  },
  'fields.update_option': {
    prepare: async (fixture) => ({ ...(await prepareOption(fixture)), body: { label: buildUniqueName('Option') } }),
    subject,
  },
  'fields.delete_option': { prepare: prepareOption, subject },
}
