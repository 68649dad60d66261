import { imported, release } from '../../resources/releases/made.ts'
import type { Calls, Prepared } from '../call.ts'
import { fresh, type World } from '../world.ts'
import { newDesignation } from './make.ts'

/** A write to a designation names the organization it happens in. */
const toDesignation = async (world: World, body?: object): Promise<Prepared> => {
  const { designation_id } = await newDesignation(world)
  return { params: { designation_id }, query: { org_id: world.org_id }, ...(body && { body }) }
}
const subject = 'designations.read'

export const calls: Calls = {
  'designations.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world, _, i) => newDesignation(world, { category: `Category ${i % 2}` }),
  },
  'designations.create': {
    prepare: (world) => ({ body: { org_id: world.org_id, label: fresh('Designation') } }),
  },
  'designations.read': {
    prepare: async (world) => {
      const { designation_id } = await newDesignation(world)
      return { params: { designation_id } }
    },
  },
  'designations.update': { prepare: (world) => toDesignation(world, { label: fresh('Renamed') }), subject },
  'designations.replace': { prepare: (world) => toDesignation(world, { label: fresh('Renamed') }), subject },
  'designations.set_visibility': { prepare: (world) => toDesignation(world, { pinned: true }), subject },
  'designations.delete': { prepare: (world) => toDesignation(world), subject },
  'releases.whats_new': {
    prepare: async (world) => {
      await imported(world.app, [release('r-1')])
      return {}
    },
  },
}
