import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { closeOverlay, overlay } from '../commands/overlay.ts'
import { tellFailure } from '../ui/late.ts'
import { lazy } from './lazy.tsx'

/** A dialog that could not be loaded is reported by a toast, which opens it again. */
const REPORT_FAILURE = {
  bare: true,
  lost: (_: ComponentChildren, problem: unknown) => <LoadFailure problem={problem} />,
}
export const QuickAdd = lazy(
  async () => (await import('../screens/quick-add/quick-add.tsx')).QuickAdd,
  REPORT_FAILURE,
)
export const Palette = lazy(
  async () => (await import('../screens/palette/palette.tsx')).Palette,
  REPORT_FAILURE,
)
const Help = lazy(async () => (await import('../screens/palette/help.tsx')).Help, REPORT_FAILURE)
const NewProject = lazy(
  async () => (await import('../screens/onboarding/new-project.tsx')).NewProject,
  REPORT_FAILURE,
)
const Invite = lazy(async () => (await import('../screens/onboarding/invite.tsx')).Invite, REPORT_FAILURE)

const SignOut = lazy(async () => (await import('./sign-out.tsx')).SignOut, REPORT_FAILURE)

function LoadFailure({ problem }: { problem: unknown }) {
  useEffect(() => {
    const requested = overlay.peek()
    closeOverlay()
    tellFailure(problem, () => (overlay.value = requested))
  }, [])
  return null
}

export function Overlays() {
  const current = overlay.value
  if (!current) return null
  if (current.what === 'quick-add') return <QuickAdd defaults={current.defaults} onClose={closeOverlay} />
  if (current.what === 'palette') return <Palette begun={current.begun} onClose={closeOverlay} />
  if (current.what === 'help') return <Help onClose={closeOverlay} />
  if (current.what === 'new-project') return <NewProject onClose={closeOverlay} />
  if (current.what === 'invite') return <Invite onClose={closeOverlay} />
  return <SignOut />
}
