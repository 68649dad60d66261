import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { navigate, currentLocation } from '../location.ts'
import { createApiClient } from '../api/client.ts'
import { findStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { ToastContainer } from '../components/toast.tsx'
import { AppShell } from './app-shell.tsx'
import { lazyComponent } from '../components/lazy-component.tsx'
import { openStore } from '../store/client.ts'
import { reloadForOtherUser, getDefaultOrg, rememberOrg, session, loadSession, signOut } from './session.ts'
import type { Me } from '@svc/sdk'
import './app.css'

const FULL_PAGE = {
  bare: true,
  lost: (failure: ComponentChildren) => <main class="app-alone">{failure}</main>,
}
const SignIn = lazyComponent(
  async () => (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen,
  FULL_PAGE,
)
const Onboarding = lazyComponent(
  async () => (await import('../features/onboarding/onboarding-screen.tsx')).OnboardingScreen,
  FULL_PAGE,
)

const SecondFactor = lazyComponent(
  async () => (await import('../features/sign-in/second-factor-screen.tsx')).SecondFactorScreen,
  FULL_PAGE,
)

export function ConsoleApp() {
  return (
    <>
      <SessionView />
      <ToastContainer />
    </>
  )
}

function SessionView() {
  const current = session.value
  if (current.state === 'starting') return <main class="app-start" aria-busy="true" />
  if (current.state === 'failed')
    return (
      <main class="app-alone">
        <ErrorMessage problem={current.problem} retry={() => void loadSession()} />
      </main>
    )
  if (current.state === 'signed-out') return <SignIn />
  return <SignedIn me={current.me} />
}

function SignedIn({ me }: { me: Me }) {
  const { path, query } = currentLocation.value
  const link = /^(?:\/o\/([^/]+))?\/t\/([^/]+)$/.exec(path)
  if (link) return <TaskRedirect org={link[1]} name={decodeURIComponent(link[2]!)} />
  if (path === '/o/new' || me.organizations.length === 0)
    return (
      <Onboarding
        me={me}
        onDone={(to: string) => void loadSession().then(() => navigate(to, { replace: true }))}
        onSignOut={() => void signOut(me.principal.id)}
      />
    )
  const org = /^\/o\/([^/]+)/.exec(path)?.[1]
  if (!org) return <Redirect to={`/o/${getDefaultOrg(me)}/my${query.size ? `?${query}` : ''}`} />
  const membership = me.organizations.find(({ org_id }) => org_id === org)
  if (!membership)
    return (
      <main class="app-alone">
        <EmptyState
          text={frameTexts.notMember}
          action={{ label: frameTexts.goHome, run: () => navigate(`/o/${getDefaultOrg(me)}/my`) }}
        />
      </main>
    )
  if (membership.second_factor_missing) return <SecondFactor me={me} org={membership} />
  if (/^\/o\/[^/]+\/?$/.test(path)) return <Redirect to={`/o/${org}/my${query.size ? `?${query}` : ''}`} />
  return <OrgView key={`${org} ${me.principal.id}`} org={org} me={me} />
}

function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}

function OrgView({ org, me }: { org: string; me: Me }) {
  // A layout effect, so that no empty frame is painted.
  useLayoutEffect(() => {
    rememberOrg(org)
    return openStore(org, me, reloadForOtherUser)
  }, [org])
  const client = findStore()
  // The previous user's data is not rendered.
  const isCurrent = client?.org === org && client.me.peek().principal.id === me.principal.id
  return isCurrent ? <AppShell me={me} /> : null
}

function TaskRedirect({ org, name }: { org: string | undefined; name: string }) {
  useEffect(() => void redirectToTask(org, name), [org, name])
  return <main class="app-start" aria-busy="true" />
}

/** Opens a task by its key in an organization, or by its id. Tasks that cannot be read are opened too, to show the error. */
async function redirectToTask(org: string | undefined, name: string): Promise<void> {
  const { tasks } = createApiClient(org)
  const task = await (org ? tasks.byKey(name) : tasks.read(name)).catch(() => undefined)
  const list = task?.project_id ? `p/${task.project_id}` : 'tasks'
  const query = `?task=${encodeURIComponent(task?.task_id ?? name)}`
  navigate(task ? `/o/${task.org_id}/${list}${query}` : `${org ? `/o/${org}/my` : '/'}${query}`, { replace: true })
}
