import { computed, type ReadonlySignal } from '@preact/signals'
import type { OrganizationMember } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'

interface Members {
  active: OrganizationMember[]
  byUsername: ReadonlyMap<string, OrganizationMember>
  byId: ReadonlyMap<string, OrganizationMember>
}

const cache = new Map<string, ReadonlySignal<Members>>()

/** Returns the members of the organization, by username and by id. Cached, since every task row looks them up. */
export function getMembers(): Members {
  const { org } = getStore()
  let found = cache.get(org)
  if (!found) {
    const members = getStore().all('organizationMembers')
    found = computed(() => {
      const all = members.value ?? []
      const entries = all.flatMap((one) => (one.username === null ? [] : [[one.username, one] as const]))
      return {
        active: all.filter((one) => one.is_active === true && one.username !== null),
        byUsername: new Map(entries),
        byId: new Map(all.map((one) => [one.user_id, one])),
      }
    })
    cache.clear()
    cache.set(org, found)
  }
  return found.value
}

export const getMyUsername = (): string | null => getStore().me.value.principal.username
