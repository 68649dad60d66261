import type { Me } from '@svc/sdk'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { go, here } from '../address.ts'
import { placeToAdd } from '../commands/overlay.ts'
import { data } from '../data/current.ts'
import { frameTexts } from '../messages/frame.ts'
import { isWide, sidebarOpen, TopBar } from '../parts/top-bar.tsx'
import { Empty } from '../ui/empty.tsx'
import { receiveFocus } from '../ui/focus.ts'
import { Bars } from './bars.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { GlobalCommands } from './global-commands.tsx'
import { Overlays } from './overlays.tsx'
import { loadAhead, routeOf, TaskPanel } from './routes.tsx'
import { Sidebar } from './sidebar.tsx'
import './frame.css'

/** The app shell: sidebar, banners, the screen, and an open task beside it. */
export function Frame({ me }: { me: Me }) {
  const { path, query } = here.value
  const taskId = query.get('task')
  useEffect(loadAhead, [])
  useEffect(() => {
    // On narrow windows the sidebar covers the content.
    if (!isWide()) sidebarOpen.value = false
  }, [path])
  return (
    <div class="frame">
      <a class="frame-skip" href="#content">
        {frameTexts.skip}
      </a>
      <GlobalCommands />
      <Bars />
      {sidebarOpen.value && <Sidebar me={me} />}
      <main class="frame-main" data-alone={!sidebarOpen.value || undefined}>
        <div id="content" class="frame-screen" tabIndex={-1}>
          <CurrentScreen />
        </div>
        {taskId && (
          <aside
            ref={receiveFocus}
            class="frame-panel"
            aria-label={frameTexts.task}
            data-region="panel"
            tabIndex={-1}
          >
            <TaskPanel taskId={taskId} />
          </aside>
        )}
      </main>
      <BottomBar />
      <Overlays />
    </div>
  )
}

function CurrentScreen() {
  const { path, query } = here.value
  const route = routeOf(path, query)
  // Tasks added while the screen loads go to the container of the URL; the screen then refines it.
  useLayoutEffect(() => {
    const { project, team } = route?.place ?? {}
    placeToAdd.value = { ...(project && { project_id: project }), ...(team && { team_id: team }) }
  }, [path])
  const homePath = `/o/${data().org}/my`
  if (!route)
    return (
      <>
        <TopBar title={frameTexts.notFound} />
        <Empty text={frameTexts.unknownPage} action={{ label: frameTexts.goHome, run: () => go(homePath) }} />
      </>
    )
  const { Screen, place } = route
  return <Screen key={path} {...place} />
}
