import type { Me } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { navigate } from '../location.ts'
import { openDialog } from '../commands/dialog-state.ts'
import { getStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { isOrgAdmin } from '../features/members/permissions.ts'
import { getHueClass, getInitials } from '../components/avatar.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { requestSignOut } from './sign-out.ts'

export function OrgSwitch({ me }: { me: Me }) {
  const [anchor, setAnchor] = useState<Element>()
  const { org } = getStore()
  const name = me.organizations.find(({ org_id }) => org_id === org)?.name ?? ''
  return (
    <>
      <button
        type="button"
        class="sidebar-org"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        title={frameTexts.switchOrg}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span class={`sidebar-mark ${getHueClass(org)}`} aria-hidden="true">
          {getInitials(name)[0]}
        </span>
        <span class="one-line" dir="auto">
          {name}
        </span>
        <Icon name="chevron-down" size={10} />
      </button>
      {anchor && (
        <Menu
          anchor={anchor}
          label={frameTexts.switchOrg}
          items={listItems(me, org)}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}

const INVITE_ITEM: MenuItem = {
  id: 'invite',
  label: frameTexts.invite,
  icon: 'team',
  hasSeparator: true,
  onSelect: () => openDialog('invite'),
}

const listItems = ({ organizations }: Me, org: string): MenuItem[] => [
  ...organizations.map(({ org_id, name }) => ({
    id: org_id,
    label: name ?? org_id,
    checked: org_id === org,
    onSelect: () => navigate(`/o/${org_id}/my`),
  })),
  { id: 'new', label: frameTexts.newOrg, icon: 'plus', onSelect: () => navigate('/o/new') },
  ...(isOrgAdmin() ? [INVITE_ITEM] : []),
  {
    id: 'settings',
    label: frameTexts.settings,
    icon: 'gear',
    keys: 'g s',
    hasSeparator: !isOrgAdmin(),
    onSelect: () => navigate(`/o/${org}/settings`),
  },
  { id: 'help', label: frameTexts.help, icon: 'keyboard', keys: '?', onSelect: () => openDialog('help') },
  { id: 'out', label: frameTexts.signOut, icon: 'sign-out', hasSeparator: true, onSelect: requestSignOut },
]
