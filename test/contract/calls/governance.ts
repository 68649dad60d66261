import { imported, release } from '../../resources/releases/made.ts'
import type { Calls } from '../call.ts'

export const calls: Calls = {
  'releases.whats_new': {
    prepare: async (world) => {
      await imported(world.app, [release('r-1')])
      return {}
    },
  },
}
