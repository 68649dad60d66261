import type { Me } from '@svc/sdk'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { navigate, currentLocation } from '../location.ts'
import { quickAddDefaults } from '../commands/dialog-state.ts'
import { getStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { isPhone, isWideWindow, isSidebarOpen, TopBar } from '../components/top-bar.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { focusRequestedPanel } from '../components/util/focus.ts'
import { Banners } from './banners.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { GlobalCommands } from './global-commands.tsx'
import { DialogHost } from './dialog-host.tsx'
import { findRoute, LazyTaskPanel } from './routes.tsx'
import { Sidebar } from './sidebar.tsx'
import './app-shell.css'

export function AppShell({ me }: { me: Me }) {
  const { path, query } = currentLocation.value
  const taskId = query.get('task')
  const isCovered = taskId !== null && isPhone.value
  useEffect(preloadScreens, [])
  useEffect(() => {
    // On narrow windows the sidebar covers the content.
    if (!isWideWindow()) isSidebarOpen.value = false
  }, [path])
  return (
    <div class="frame">
      <a class="frame-skip" href="#content">
        {frameTexts.skip}
      </a>
      <GlobalCommands />
      <Banners />
      {isSidebarOpen.value && <Sidebar me={me} />}
      <main class="frame-main" data-alone={!isSidebarOpen.value || undefined}>
        <div id="content" class="frame-screen" tabIndex={-1} inert={isCovered}>
          <CurrentScreen />
        </div>
        {taskId && (
          <aside
            ref={focusRequestedPanel}
            class="frame-panel"
            aria-label={frameTexts.task}
            data-region="panel"
            tabIndex={-1}
          >
            <LazyTaskPanel taskId={taskId} />
          </aside>
        )}
      </main>
      {!isCovered && <BottomBar />}
      <DialogHost />
    </div>
  )
}

function CurrentScreen() {
  const { path, query } = currentLocation.value
  const route = findRoute(path, query)
  // Tasks added while the screen loads go to the container of the URL; the screen then refines it.
  useLayoutEffect(() => {
    const { project, team } = route?.params ?? {}
    quickAddDefaults.value = { ...(project && { project_id: project }), ...(team && { team_id: team }) }
  }, [path])
  const homePath = `/o/${getStore().org}/my`
  if (!route)
    return (
      <>
        <TopBar title={frameTexts.notFound} />
        <EmptyState
          text={frameTexts.unknownPage}
          action={{ label: frameTexts.goHome, run: () => navigate(homePath) }}
        />
      </>
    )
  const { Screen, params } = route
  return <Screen key={path.replace(/(\/settings)\/.*/, '$1')} {...params} />
}

/** Preloads code that is likely needed next, when idle; also for offline use. */
function preloadScreens(): void {
  const load = () =>
    void import('./preload.ts').then(
      ({ preloadParts }) => preloadParts(),
      () => undefined,
    )
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 4000 })
  else setTimeout(load, 1500)
}
