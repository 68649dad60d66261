import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { closeOverlay, overlay } from '../commands/overlay.ts'
import { tellFailure } from '../ui/late.ts'
import { lazy } from './lazy.tsx'

/** What could not be loaded is not shown over the page, but told in passing: asked for again, it is opened again. */
const passing = {
  bare: true,
  lost: (_: ComponentChildren, problem: unknown) => <Missed problem={problem} />,
}
export const QuickAdd = lazy(
  async () => (await import('../screens/quick-add/quick-add.tsx')).QuickAdd,
  passing,
)
export const Palette = lazy(async () => (await import('../screens/palette/palette.tsx')).Palette, passing)
const Help = lazy(async () => (await import('../screens/palette/help.tsx')).Help, passing)
const NewProject = lazy(
  async () => (await import('../screens/onboarding/new-project.tsx')).NewProject,
  passing,
)
const Invite = lazy(async () => (await import('../screens/onboarding/invite.tsx')).Invite, passing)

const SignOut = lazy(async () => (await import('./sign-out.tsx')).SignOut, passing)

function Missed({ problem }: { problem: unknown }) {
  useEffect(() => {
    const asked = overlay.peek()
    closeOverlay()
    tellFailure(problem, () => (overlay.value = asked))
  }, [])
  return null
}

/** What lies over the page: one thing at a time. */
export function Overlays() {
  const now = overlay.value
  if (!now) return null
  if (now.what === 'quick-add') return <QuickAdd defaults={now.defaults} onClose={closeOverlay} />
  if (now.what === 'palette') return <Palette begun={now.begun} onClose={closeOverlay} />
  if (now.what === 'help') return <Help onClose={closeOverlay} />
  if (now.what === 'new-project') return <NewProject onClose={closeOverlay} />
  if (now.what === 'invite') return <Invite onClose={closeOverlay} />
  return <SignOut />
}
