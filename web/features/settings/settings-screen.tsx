import { navigate, currentLocation } from '../../location.ts'
import { settingsGroupNames, settingsNavTexts as messages } from '../../messages/settings-pages.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { PopoverButton } from '../../components/popover-button.tsx'
import { TopBar } from '../../components/top-bar.tsx'
import { listSettingsPages, type SettingsPage } from './settings-pages.ts'
import { buildSettingsPath } from './settings-path.ts'
import './settings.css'

/** Navigation of the settings beside one of their pages. Narrow windows have a menu instead. */
export function SettingsScreen({ setting = '' }: { setting?: string }) {
  const pages = listSettingsPages()
  const page = pages.find(({ id }) => id === setting)
  return (
    <>
      <TopBar title={page?.title ?? messages.title} icon={page?.icon ?? 'settings'}>
        <PageMenu pages={pages} current={setting} />
      </TopBar>
      <div class="settings">
        <PageLinks pages={pages} />
        <div class="settings-main">
          {page ? (
            <div class="settings-page" key={page.id}>
              <page.Page />
            </div>
          ) : (
            <EmptyState
              text={messages.unknown}
              action={{ label: messages.back, run: () => navigate(buildSettingsPath('')) }}
            />
          )}
        </div>
      </div>
    </>
  )
}

const groupNames = Object.entries(settingsGroupNames)

const PageLinks = ({ pages }: { pages: readonly SettingsPage[] }) => (
  <nav class="settings-nav" aria-label={messages.label}>
    {groupNames.map(([group, name]) => {
      const links = pages.filter((page) => page.group === group)
      if (links.length === 0) return null
      return (
        <section key={group}>
          <h2>{name}</h2>
          <ul>
            {links.map((page) => (
              <PageLink key={page.id} page={page} />
            ))}
          </ul>
        </section>
      )
    })}
  </nav>
)

function PageLink({ page: { id, title, icon } }: { page: SettingsPage }) {
  const to = buildSettingsPath(id)
  return (
    <li>
      <a href={to} aria-current={currentLocation.value.path === to ? 'page' : undefined}>
        <Icon name={icon} />
        <span class="one-line">{title}</span>
      </a>
    </li>
  )
}

const PageMenu = ({ pages, current }: { pages: readonly SettingsPage[]; current: string }) => (
  <PopoverButton
    kind="plain"
    class="settings-menu"
    icon="menu"
    title={messages.choose}
    renderPopover={(anchor, close) => (
      <Menu
        anchor={anchor}
        label={messages.label}
        onClose={close}
        items={pages.map(({ id, title, icon, group }, index) => ({
          id,
          label: title,
          icon,
          checked: id === current,
          hasSeparator: index > 0 && group !== pages[index - 1]?.group,
          onSelect: () => navigate(buildSettingsPath(id)),
        }))}
      />
    )}
  />
)
