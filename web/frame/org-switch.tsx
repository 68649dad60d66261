import type { Me } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { go } from '../address.ts'
import { open } from '../commands/overlay.ts'
import { data } from '../data/current.ts'
import { frameTexts } from '../messages/frame.ts'
import { isOrgAdmin } from '../parts/rights.ts'
import { hueOf, initials } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { leave } from './leave.ts'

/** Shows the current organization, with a menu of the others and of the account. */
export function OrgSwitch({ me }: { me: Me }) {
  const [anchor, setAnchor] = useState<Element>()
  const { org } = data()
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
        <span class={`sidebar-mark ${hueOf(org)}`} aria-hidden="true">
          {initials(name)[0]}
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
  apart: true,
  onSelect: () => open('invite'),
}

const listItems = ({ organizations }: Me, org: string): MenuItem[] => [
  ...organizations.map(({ org_id, name }) => ({
    id: org_id,
    label: name ?? org_id,
    checked: org_id === org,
    onSelect: () => go(`/o/${org_id}/my`),
  })),
  { id: 'new', label: frameTexts.newOrg, icon: 'plus', onSelect: () => go('/o/new') },
  ...(isOrgAdmin() ? [INVITE_ITEM] : []),
  {
    id: 'settings',
    label: frameTexts.settings,
    icon: 'settings',
    keys: 'g s',
    apart: !isOrgAdmin(),
    onSelect: () => go(`/o/${org}/settings`),
  },
  { id: 'help', label: frameTexts.help, icon: 'keyboard', keys: '?', onSelect: () => open('help') },
  { id: 'out', label: frameTexts.signOut, icon: 'sign-out', apart: true, onSelect: leave },
]
