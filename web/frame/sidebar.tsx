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

/** The places of the organization: the person's own, then what they pinned, then all. */
export function Sidebar({ me }: { me: Me }) {
  useEscape()
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
          <Own />
          <Pins />
          <Projects />
          <Teams />
          <Views />
        </div>
        <Foot />
      </nav>
    </>
  )
}

/** Where it lies over the content, Escape takes it away. */
function useEscape() {
  useEffect(() => {
    if (isWide()) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) sidebarOpen.value = false
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [])
}

function Own() {
  const at = `/o/${data().org}`
  return (
    <ul>
      <PlaceLink to={`${at}/inbox`} icon="inbox" label={frameTexts.inbox} after={<Badge />} />
      <PlaceLink to={`${at}/my`} icon="check-circle" label={frameTexts.myWork} />
      <PlaceLink to={`${at}/tasks`} icon="list" label={frameTexts.allTasks} />
    </ul>
  )
}

function Projects() {
  const projects = data().all('projects').value
  const at = `/o/${data().org}`
  return (
    <Group
      name="projects"
      title={frameTexts.projects}
      {...(!isGuest() && { add: { label: frameTexts.addProject, run: () => open('new-project') } })}
    >
      {projects?.map(({ project_id, name }) => (
        <PlaceLink
          key={project_id}
          to={`${at}/p/${project_id}`}
          icon={<span class={`sidebar-dot ${hueOf(project_id)}`} />}
          label={name}
        />
      ))}
    </Group>
  )
}

function Teams() {
  const teams = data().all('teams').value
  const at = `/o/${data().org}`
  if (!teams?.length) return null
  return (
    <Group name="teams" title={frameTexts.teams}>
      {teams.map(({ team_id, name }) => (
        <PlaceLink key={team_id} to={`${at}/team/${team_id}`} icon="team" label={name} />
      ))}
    </Group>
  )
}

function Views() {
  const views = data()
    .all('views')
    .value?.filter(({ resource }) => resource === 'task')
  const at = `/o/${data().org}`
  if (!views?.length) return null
  return (
    <Group name="views" title={frameTexts.views}>
      {views.map(({ view_id, name }) => (
        <PlaceLink key={view_id} to={`${at}/v/${view_id}`} icon="layers" label={name} />
      ))}
    </Group>
  )
}

function Foot() {
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
