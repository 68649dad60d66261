import { computed, type ReadonlySignal } from '@preact/signals'
import type { OrganizationMember } from '@svc/sdk'
import { data } from '../data/current.ts'

interface People {
  active: OrganizationMember[]
  byUsername: ReadonlyMap<string, OrganizationMember>
  byId: ReadonlyMap<string, OrganizationMember>
}

const known = new Map<string, ReadonlySignal<People>>()

/** Everybody of the organization looked at, by name and by id. Made once an organization, since every row asks. */
export function people(): People {
  const { org } = data()
  let found = known.get(org)
  if (!found) {
    const members = data().all('organizationMembers')
    found = computed(() => {
      const all = members.value ?? []
      const named = all.flatMap((one) => (one.username === null ? [] : [[one.username, one] as const]))
      return {
        active: all.filter((one) => one.is_active === true && one.username !== null),
        byUsername: new Map(named),
        byId: new Map(all.map((one) => [one.user_id, one])),
      }
    })
    known.clear()
    known.set(org, found)
  }
  return found.value
}

export const myUsername = (): string | null => data().me.value.principal.username
