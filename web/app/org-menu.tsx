import type { Me } from '@svc/sdk'
import { openDialog } from '../commands/dialog-state.ts'
import { Avatar } from '../components/avatar.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { isOrgAdmin } from '../features/members/permissions.ts'
import { navigate } from '../location.ts'
import { frameTexts } from '../messages/app.ts'
import { getStore } from '../store/current-store.ts'
import { requestSignOut } from './sign-out.ts'
import './org-menu.css'

/** Shows who is signed in, and leads to other organizations, the settings and the sign-out. */
export function OrgMenu({ anchor, onClose }: { anchor: Element; onClose: () => void }) {
  const { me, org } = getStore()
  const { name, username, email } = me.peek().principal
  // Screen readers announce the name of the menu, but not what is above it.
  const label = [frameTexts.switchOrg, name ?? username, email].filter(Boolean).join(', ')
  return (
    <Menu
      anchor={anchor}
      label={label}
      header={<SignedInUser {...me.peek().principal} />}
      items={listItems(me.peek(), org)}
      onClose={onClose}
    />
  )
}

function SignedInUser({ id, username, name, email }: Me['principal']) {
  return (
    <p class="org-menu-user">
      <Avatar name={username ?? ''} id={id} size={32} />
      <span class="org-menu-names">
        <bdi class="one-line org-menu-name">{name ?? username}</bdi>
        <bdi class="one-line">{[name && username, email].filter(Boolean).join(' · ')}</bdi>
      </span>
    </p>
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
