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
import { openData } from '../data/open.ts'
import { another, firstOrg, rememberOrg, session, start } from './session.ts'
import type { Me } from '@svc/sdk'
import './app.css'

/** Before there is a frame, it is the one thing of the page. */
const alone = {
  bare: true,
  lost: (failure: ComponentChildren) => <main class="app-alone">{failure}</main>,
}
const SignIn = lazy(async () => (await import('../screens/sign-in/sign-in.tsx')).SignIn, alone)
const Onboarding = lazy(async () => (await import('../screens/onboarding/onboarding.tsx')).Onboarding, alone)

/** The whole page: signing in, then the first organization, then the frame with its screens. */
export function App() {
  return (
    <>
      <Stage />
      <Toasts />
    </>
  )
}

function Stage() {
  const now = session.value
  if (now.state === 'starting') return <main class="app-start" aria-busy="true" />
  if (now.state === 'failed')
    return (
      <main class="app-alone">
        <Failure problem={now.problem} retry={() => void start()} />
      </main>
    )
  if (now.state === 'signed-out') return <SignIn />
  return <SignedIn me={now.me} />
}

function SignedIn({ me }: { me: Me }) {
  const { path, query } = here.value
  if (path.startsWith('/t/')) return <TaskAddress taskId={decodeURIComponent(path.slice(3))} />
  if (path === '/o/new' || me.organizations.length === 0)
    return <Onboarding me={me} onDone={(to: string) => void start().then(() => go(to, { replace: true }))} />
  const org = /^\/o\/([^/]+)/.exec(path)?.[1]
  if (!org) return <GoOn to={`/o/${firstOrg(me)}/my${query.size ? `?${query}` : ''}`} />
  if (!me.organizations.some(({ org_id }) => org_id === org))
    return (
      <main class="app-alone">
        <Empty
          text={frameTexts.noMember}
          action={{ label: frameTexts.goHome, run: () => go(`/o/${firstOrg(me)}/my`) }}
        />
      </main>
    )
  if (/^\/o\/[^/]+\/?$/.test(path)) return <GoOn to={`/o/${org}/my${query.size ? `?${query}` : ''}`} />
  return <InOrg key={`${org} ${me.principal.id}`} org={org} me={me} />
}

/** Leads on without leaving a step to come back to. */
function GoOn({ to }: { to: string }) {
  useEffect(() => go(to, { replace: true }), [to])
  return null
}

function InOrg({ org, me }: { org: string; me: Me }) {
  // At once, and not after a frame in which there is nothing to be seen.
  useLayoutEffect(() => {
    rememberOrg(org)
    return openData(org, me, another)
  }, [org])
  const open = dataIfAny()
  // Of the person before, nothing is drawn for this one.
  const isTheirs = open?.org === org && open.me.peek().principal.id === me.principal.id
  return isTheirs ? <Frame me={me} /> : null
}

/** A task by its short address: it is opened where it lives. */
function TaskAddress({ taskId }: { taskId: string }) {
  useEffect(() => void leadToTask(taskId), [taskId])
  return <main class="app-start" aria-busy="true" />
}

/** One that cannot be read is opened all the same: the panel says why. */
async function leadToTask(taskId: string): Promise<void> {
  const task = await createClient()
    .tasks.read(taskId)
    .catch(() => undefined)
  const list = task?.project_id ? `p/${task.project_id}` : 'tasks'
  const query = `?task=${encodeURIComponent(taskId)}`
  go(task ? `/o/${task.org_id}/${list}${query}` : `/${query}`, { replace: true })
}
