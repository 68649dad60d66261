import type { Me } from '@svc/sdk'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { addLayer } from '../location.ts'
import { openDialog, openPalette, openQuickAdd, quickAddDefaults } from '../commands/dialog-state.ts'
import { getStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { isGuest, canAddTasks } from '../features/members/permissions.ts'
import { isWideWindow, isSidebarOpen, toggleSidebar } from '../components/top-bar.tsx'
import { ProjectMark } from '../components/project-mark.tsx'
import { Button } from '../components/button.tsx'
import { UnreadBadge } from './unread-badge.tsx'
import { OrgSwitch } from './org-switch.tsx'
import { SidebarGroup, SidebarLink } from './sidebar-links.tsx'
import { pins, readPins } from './pins.ts'
import './sidebar.css'

export function Sidebar({ me }: { me: Me }) {
  useCloseOnEscape()
  return (
    <>
      <button type="button" class="sidebar-behind" tabIndex={-1} aria-hidden="true" onClick={toggleSidebar} />
      <nav class="sidebar" aria-label={frameTexts.sidebar} onClick={closeOnLink}>
        <div class="sidebar-head">
          <OrgSwitch me={me} />
          <Button kind="quiet" icon="search" title={frameTexts.search} keys="Mod+k" onClick={() => openPalette()} />
        </div>
        {canAddTasks() && (
          <Button
            class="sidebar-new"
            icon="plus"
            title={frameTexts.newTask}
            keys="c"
            onClick={() => openQuickAdd(quickAddDefaults.value)}
          >
            {frameTexts.newTask}
          </Button>
        )}
        <div class="sidebar-places">
          <OwnLinks />
          <PinnedLinks />
          <Projects />
          <Teams />
          <Views />
        </div>
        <Footer />
      </nav>
    </>
  )
}

/** Closes the sidebar that covers the screen, also when its link leads to the current screen. */
function closeOnLink({ target }: MouseEvent) {
  if (!isWideWindow() && (target as Element).closest('a')) isSidebarOpen.value = false
}

/** Lets Escape, and Back on a phone, close the sidebar that covers the screen. */
function useCloseOnEscape() {
  // A layout effect, so that a key pressed immediately after opening closes it.
  useLayoutEffect(() => {
    if (isWideWindow()) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) isSidebarOpen.value = false
    }
    const removeLayer = addLayer(() => void (isSidebarOpen.value = false))
    document.addEventListener('keydown', close)
    return () => {
      removeLayer()
      document.removeEventListener('keydown', close)
    }
  }, [])
}

function OwnLinks() {
  const base = `/o/${getStore().org}`
  return (
    <ul>
      <SidebarLink to={`${base}/inbox`} icon="inbox" label={frameTexts.inbox} after={<UnreadBadge />} />
      <SidebarLink to={`${base}/my`} icon="target" label={frameTexts.myWork} />
      <SidebarLink to={`${base}/tasks`} icon="list" label={frameTexts.allTasks} />
      <SidebarLink to={`${base}/roadmap`} icon="roadmap" label={frameTexts.roadmap} />
    </ul>
  )
}

function Projects() {
  const projects = getStore().all('projects').value
  const base = `/o/${getStore().org}`
  return (
    <SidebarGroup
      name="projects"
      title={frameTexts.projects}
      {...(!isGuest() && { add: { label: frameTexts.addProject, run: () => openDialog('new-project') } })}
    >
      {projects?.map(({ project_id, name, color, icon }) => (
        <SidebarLink
          key={project_id}
          to={`${base}/p/${project_id}`}
          hasMenu
          icon={<ProjectMark {...{ project_id, color, icon }} />}
          label={name}
        />
      ))}
    </SidebarGroup>
  )
}

function Teams() {
  const teams = getStore().all('teams').value
  const base = `/o/${getStore().org}`
  if (!teams?.length) return null
  return (
    <SidebarGroup name="teams" title={frameTexts.teams}>
      {teams.map(({ team_id, name }) => (
        <SidebarLink key={team_id} to={`${base}/team/${team_id}`} hasMenu icon="team" label={name} />
      ))}
    </SidebarGroup>
  )
}

function Views() {
  const views = getStore()
    .all('views')
    .value?.filter(({ resource }) => resource === 'task')
  const base = `/o/${getStore().org}`
  if (!views?.length) return null
  return (
    <SidebarGroup name="views" title={frameTexts.views}>
      {views.map(({ view_id, name }) => (
        <SidebarLink key={view_id} to={`${base}/v/${view_id}`} hasMenu icon="layers" label={name} />
      ))}
    </SidebarGroup>
  )
}

function Footer() {
  const waiting = getStore().pendingCount.value
  return (
    <div class="sidebar-foot">
      <span class="sidebar-sending" role="status">
        {waiting > 0 && getStore().connection.value === 'online' ? frameTexts.waiting(waiting) : ''}
      </span>
      <Button kind="quiet" icon="sidebar" title={frameTexts.hideSidebar} keys="Mod+b" onClick={toggleSidebar} />
    </div>
  )
}

function PinnedLinks() {
  const { org } = getStore()
  // Pinning or renaming a view changes the views, which are live.
  const views = getStore().all('views').value
  useEffect(() => void readPins(org).catch(() => undefined), [org, views])
  const rows = pins.value?.org === org ? pins.value.rows : []
  if (rows.length === 0) return null
  return (
    <SidebarGroup name="pins" title={frameTexts.pinned}>
      {rows.map(({ pin_type, pin_id, label }) =>
        pin_type === 'project' ? (
          <SidebarLink
            key={pin_id}
            to={`/o/${org}/p/${pin_id}`}
            hasMenu
            icon={<ProjectMark {...getStore().row('projects', pin_id).value} project_id={pin_id} />}
            label={label}
          />
        ) : (
          <SidebarLink key={pin_id} to={`/o/${org}/v/${pin_id}`} hasMenu icon="pin" label={label} />
        ),
      )}
    </SidebarGroup>
  )
}
