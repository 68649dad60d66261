import type { Calls, Prepared } from '../call.ts'
import { fresh, type World } from '../fixtures.ts'
import { makeRoomForFields, newField } from './create.ts'

const of = async (world: World, values: object = {}): Promise<Prepared> => ({
  params: { field_id: (await newField(world, values)).field_id },
})
async function ofOption(world: World): Promise<Prepared> {
  const { field_id, options } = await newField(world, { options: [{ label: fresh('Option') }] })
  return { params: { field_id, option: options[0].option } }
}
const subject = 'fields.read'

export const calls: Calls = {
  'fields.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world) => newField(world),
  },
  'fields.create': {
    prepare: async (world) => {
      await makeRoomForFields(world)
      return {
        body: {
          org_id: world.org_id,
          name: fresh('Field'),
          type: 'number',
          unit: 'h',
          project_ids: [(await world.project()).project_id],
        },
      }
    },
  },
  'fields.read': { prepare: of },
  'fields.update': { prepare: async (world) => ({ ...(await of(world)), body: { name: fresh('Renamed') } }), subject },
  'fields.delete': { prepare: of, subject },
  'fields.create_option': {
    prepare: async (world) => ({ ...(await of(world)), body: { label: fresh('Option') } }),
    subject,
  },
  'fields.update_option': {
    prepare: async (world) => ({ ...(await ofOption(world)), body: { label: fresh('Option') } }),
    subject,
  },
  'fields.delete_option': { prepare: ofOption, subject },
}
