import { computed, signal, type ReadonlySignal } from '@preact/signals'
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

/** Labels of the people of imports who are no members, by username; loaded once a name is that of no member. */
const absent = signal<{ org?: string; labels?: ReadonlyMap<string, string> }>({})
let loadedOrg: string | undefined

export function findAbsentLabel(username: string): string | undefined {
  const { org } = getStore()
  if (loadedOrg !== org) {
    loadedOrg = org
    void import('./placeholders.ts')
      .then(async ({ loadPlaceholderLabels }) => (absent.value = { org, labels: await loadPlaceholderLabels(org) }))
      .catch(() => undefined)
  }
  return absent.value.org === org ? absent.value.labels?.get(username) : undefined
}

export const getMyUsername = (): string | null => getStore().me.value.principal.username
