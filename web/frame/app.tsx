import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { go, here } from '../address.ts'
import { createClient } from '../api/client.ts'
import { dataIfAny } from '../data/current.ts'
import { frameTexts } from '../messages/frame.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Frame } from './frame.tsx'
import { lazy } from './lazy.tsx'
import { openData } from '../data/client.ts'
import { another, firstOrg, rememberOrg, session, start } from './session.ts'
import type { Me } from '@svc/sdk'
import './app.css'

/** Failures before the app shell is shown fill the page. */
const FULL_PAGE = {
  bare: true,
  lost: (failure: ComponentChildren) => <main class="app-alone">{failure}</main>,
}
const SignIn = lazy(async () => (await import('../screens/sign-in/sign-in.tsx')).SignIn, FULL_PAGE)
const Onboarding = lazy(
  async () => (await import('../screens/onboarding/onboarding.tsx')).Onboarding,
  FULL_PAGE,
)

/** The root component: sign-in, onboarding, then the app shell with its screens. */
export function App() {
  return (
    <>
      <SessionView />
      <Toasts />
    </>
  )
}

function SessionView() {
  const current = session.value
  if (current.state === 'starting') return <main class="app-start" aria-busy="true" />
  if (current.state === 'failed')
    return (
      <main class="app-alone">
        <Failure problem={current.problem} retry={() => void start()} />
      </main>
    )
  if (current.state === 'signed-out') return <SignIn />
  return <SignedIn me={current.me} />
}

function SignedIn({ me }: { me: Me }) {
  const { path, query } = here.value
  if (path.startsWith('/t/')) return <TaskRedirect taskId={decodeURIComponent(path.slice(3))} />
  if (path === '/o/new' || me.organizations.length === 0)
    return <Onboarding me={me} onDone={(to: string) => void start().then(() => go(to, { replace: true }))} />
  const org = /^\/o\/([^/]+)/.exec(path)?.[1]
  if (!org) return <Redirect to={`/o/${firstOrg(me)}/my${query.size ? `?${query}` : ''}`} />
  if (!me.organizations.some(({ org_id }) => org_id === org))
    return (
      <main class="app-alone">
        <Empty
          text={frameTexts.notMember}
          action={{ label: frameTexts.goHome, run: () => go(`/o/${firstOrg(me)}/my`) }}
        />
      </main>
    )
  if (/^\/o\/[^/]+\/?$/.test(path)) return <Redirect to={`/o/${org}/my${query.size ? `?${query}` : ''}`} />
  return <OrgView key={`${org} ${me.principal.id}`} org={org} me={me} />
}

/** Redirects without adding a history entry. */
function Redirect({ to }: { to: string }) {
  useEffect(() => go(to, { replace: true }), [to])
  return null
}

function OrgView({ org, me }: { org: string; me: Me }) {
  // A layout effect, so that no empty frame is painted.
  useLayoutEffect(() => {
    rememberOrg(org)
    return openData(org, me, another)
  }, [org])
  const client = dataIfAny()
  // The previous user's data is not rendered.
  const isCurrent = client?.org === org && client.me.peek().principal.id === me.principal.id
  return isCurrent ? <Frame me={me} /> : null
}

/** Redirects `/t/ID` to the task within its project. */
function TaskRedirect({ taskId }: { taskId: string }) {
  useEffect(() => void redirectToTask(taskId), [taskId])
  return <main class="app-start" aria-busy="true" />
}

/** Tasks that cannot be read are opened too: the panel shows the error. */
async function redirectToTask(taskId: string): Promise<void> {
  const task = await createClient()
    .tasks.read(taskId)
    .catch(() => undefined)
  const list = task?.project_id ? `p/${task.project_id}` : 'tasks'
  const query = `?task=${encodeURIComponent(taskId)}`
  go(task ? `/o/${task.org_id}/${list}${query}` : `/${query}`, { replace: true })
}
