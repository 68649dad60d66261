import type { Me } from '@svc/sdk'
import { getStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { getHueClass, getInitials } from '../components/avatar.tsx'
import { Icon } from '../components/icon.tsx'

/** Opens the menu of organizations and the account, which is loaded with the menus of rows. */
export function OrgSwitch({ me }: { me: Me }) {
  const { org } = getStore()
  const name = me.organizations.find(({ org_id }) => org_id === org)?.name ?? ''
  return (
    <button
      type="button"
      class="sidebar-org"
      aria-haspopup="menu"
      aria-expanded={false}
      title={frameTexts.switchOrg}
      data-more
    >
      <span class={`sidebar-mark ${getHueClass(org)}`} aria-hidden="true">
        {getInitials(name)[0]}
      </span>
      <span class="one-line" dir="auto">
        {name}
      </span>
      <Icon name="chevron-down" size={10} />
    </button>
  )
}
