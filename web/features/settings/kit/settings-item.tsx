import type { ComponentChildren } from 'preact'
import { settingsKitTexts as messages } from '../../../messages/settings-kit.ts'
import { Menu, type MenuItem } from '../../../components/menu.tsx'
import { PopoverButton } from '../../../components/popover-button.tsx'

interface SettingsItemProps {
  icon?: ComponentChildren
  title: string
  /** Opens the item by a click on its title. */
  onOpen?: () => void
  badges?: readonly (string | false | null | undefined)[]
  /** Parts of the second line. */
  facts?: readonly ComponentChildren[]
  isOff?: boolean
  /** Shown below the row, in its full width. */
  extra?: ComponentChildren
  children?: ComponentChildren
}

/** Row of a list in the settings: title, badges and facts, and its controls at the end. */
export const SettingsItem = ({ icon, isOff, extra, children, ...text }: SettingsItemProps) => (
  <li class={isOff ? 'settings-item settings-item-off' : 'settings-item'}>
    <div class="settings-item-main">
      {icon}
      <ItemText {...text} />
    </div>
    <div class="settings-item-tools">{children}</div>
    {extra}
  </li>
)

type ItemTextProps = Pick<SettingsItemProps, 'title' | 'onOpen' | 'badges' | 'facts'>

const ItemText = ({ title, onOpen, badges = [], facts = [] }: ItemTextProps) => (
  <div>
    <div class="settings-item-title">
      {onOpen ? (
        <button type="button" class="settings-link" onClick={onOpen}>
          <bdi>{title}</bdi>
        </button>
      ) : (
        <bdi>{title}</bdi>
      )}
      {badges.map(
        (badge) =>
          badge && (
            <span key={badge} class="settings-badge">
              {badge}
            </span>
          ),
      )}
    </div>
    <span class="settings-small">
      {facts.map(
        (fact, index) =>
          fact && (
            <bdi key={index} class="settings-part">
              {fact}
            </bdi>
          ),
      )}
    </span>
  </div>
)

export const ItemMenu = ({ name, items }: { name: string; items: MenuItem[] }) =>
  items.length > 0 ? (
    <PopoverButton
      icon="more"
      title={messages.actions(name)}
      renderPopover={(anchor, close) => (
        <Menu anchor={anchor} label={messages.actions(name)} items={items} onClose={close} />
      )}
    />
  ) : null
