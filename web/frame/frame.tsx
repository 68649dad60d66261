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

/** What stands around every screen: places at the side, bars of what is wrong, the screen, and a task beside it. */
export function Frame({ me }: { me: Me }) {
  const { path, query } = here.value
  const task = query.get('task')
  useEffect(loadAhead, [])
  useEffect(() => {
    // On a narrow window the sidebar lies over what the person went to.
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
          <ScreenHere />
        </div>
        {task && (
          <aside
            ref={receiveFocus}
            class="frame-panel"
            aria-label={frameTexts.task}
            data-region="panel"
            tabIndex={-1}
          >
            <TaskPanel taskId={task} />
          </aside>
        )}
      </main>
      <BottomBar />
      <Overlays />
    </div>
  )
}

function ScreenHere() {
  const { path, query } = here.value
  const route = routeOf(path, query)
  // What is added while the screen is still loading goes to the place of the address; the screen then says more.
  useLayoutEffect(() => {
    const { project, team } = route?.place ?? {}
    placeToAdd.value = { ...(project && { project_id: project }), ...(team && { team_id: team }) }
  }, [path])
  const home = `/o/${data().org}/my`
  if (!route)
    return (
      <>
        <TopBar title={frameTexts.notFound} />
        <Empty text={frameTexts.nowhere} action={{ label: frameTexts.goHome, run: () => go(home) }} />
      </>
    )
  const { Screen, place } = route
  return <Screen key={path} {...place} />
}
