import type { Me } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { open, openPalette, openQuickAdd, placeToAdd } from '../commands/overlay.ts'
import { data } from '../data/current.ts'
import { frameTexts } from '../messages/frame.ts'
import { isGuest, mayAddTasks } from '../parts/rights.ts'
import { isWide, sidebarOpen, toggleSidebar } from '../parts/top-bar.tsx'
import { hueOf } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from './badge.tsx'
import { OrgSwitch } from './org-switch.tsx'
import { Group, PlaceLink } from './places.tsx'
import { Pins } from './pins.tsx'
import './sidebar.css'

export function Sidebar({ me }: { me: Me }) {
  useCloseOnEscape()
  return (
    <>
      <button type="button" class="sidebar-behind" tabIndex={-1} aria-hidden="true" onClick={toggleSidebar} />
      <nav class="sidebar" aria-label={frameTexts.sidebar}>
        <div class="sidebar-head">
          <OrgSwitch me={me} />
          <Button
            kind="quiet"
            icon="search"
            title={frameTexts.search}
            keys="Mod+k"
            onClick={() => openPalette()}
          />
          {mayAddTasks() && (
            <Button
              kind="quiet"
              icon="edit"
              title={frameTexts.newTask}
              keys="c"
              onClick={() => openQuickAdd(placeToAdd.value)}
            />
          )}
        </div>
        <div class="sidebar-places">
          <OwnLinks />
          <Pins />
          <Projects />
          <Teams />
          <Views />
        </div>
        <Footer />
      </nav>
    </>
  )
}

/** Closes the sidebar by Escape where it covers the content. */
function useCloseOnEscape() {
  useEffect(() => {
    if (isWide()) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) sidebarOpen.value = false
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [])
}

function OwnLinks() {
  const base = `/o/${data().org}`
  return (
    <ul>
      <PlaceLink to={`${base}/inbox`} icon="inbox" label={frameTexts.inbox} after={<Badge />} />
      <PlaceLink to={`${base}/my`} icon="check-circle" label={frameTexts.myWork} />
      <PlaceLink to={`${base}/tasks`} icon="list" label={frameTexts.allTasks} />
    </ul>
  )
}

function Projects() {
  const projects = data().all('projects').value
  const base = `/o/${data().org}`
  return (
    <Group
      name="projects"
      title={frameTexts.projects}
      {...(!isGuest() && { add: { label: frameTexts.addProject, run: () => open('new-project') } })}
    >
      {projects?.map(({ project_id, name }) => (
        <PlaceLink
          key={project_id}
          to={`${base}/p/${project_id}`}
          icon={<span class={`sidebar-dot ${hueOf(project_id)}`} />}
          label={name}
        />
      ))}
    </Group>
  )
}

function Teams() {
  const teams = data().all('teams').value
  const base = `/o/${data().org}`
  if (!teams?.length) return null
  return (
    <Group name="teams" title={frameTexts.teams}>
      {teams.map(({ team_id, name }) => (
        <PlaceLink key={team_id} to={`${base}/team/${team_id}`} icon="team" label={name} />
      ))}
    </Group>
  )
}

function Views() {
  const views = data()
    .all('views')
    .value?.filter(({ resource }) => resource === 'task')
  const base = `/o/${data().org}`
  if (!views?.length) return null
  return (
    <Group name="views" title={frameTexts.views}>
      {views.map(({ view_id, name }) => (
        <PlaceLink key={view_id} to={`${base}/v/${view_id}`} icon="layers" label={name} />
      ))}
    </Group>
  )
}

function Footer() {
  const waiting = data().waiting.value
  return (
    <div class="sidebar-foot">
      <span class="sidebar-sending" role="status">
        {waiting > 0 && data().connection.value === 'online' ? frameTexts.waiting(waiting) : ''}
      </span>
      <Button
        kind="quiet"
        icon="sidebar"
        title={frameTexts.hideSidebar}
        keys="Mod+b"
        onClick={toggleSidebar}
      />
    </div>
  )
}
