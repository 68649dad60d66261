import type { Me } from '@svc/sdk'
import { closeOverlay, overlay } from '../commands/overlay.ts'
import { frameTexts } from '../messages/frame.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lazy } from './lazy.tsx'
import { leaveNow } from './leave.ts'

const bare = { bare: true }
export const QuickAdd = lazy(async () => (await import('../screens/quick-add/quick-add.tsx')).QuickAdd, bare)
export const Palette = lazy(async () => (await import('../screens/palette/palette.tsx')).Palette, bare)
const Help = lazy(async () => (await import('../screens/palette/help.tsx')).Help, bare)
const NewProject = lazy(async () => (await import('../screens/onboarding/new-project.tsx')).NewProject, bare)
const Invite = lazy(async () => (await import('../screens/onboarding/invite.tsx')).Invite, bare)

/** What lies over the page: one thing at a time. */
export function Overlays({ me }: { me: Me }) {
  const now = overlay.value
  if (!now) return null
  if (now.what === 'quick-add') return <QuickAdd me={me} defaults={now.defaults} onClose={closeOverlay} />
  if (now.what === 'palette') return <Palette begun={now.begun} onClose={closeOverlay} />
  if (now.what === 'help') return <Help onClose={closeOverlay} />
  if (now.what === 'new-project') return <NewProject onClose={closeOverlay} />
  if (now.what === 'invite') return <Invite onClose={closeOverlay} />
  return <SignOutQuestion />
}

const SignOutQuestion = () => (
  <Dialog
    title={frameTexts.signOutTitle}
    open
    onClose={closeOverlay}
    actions={
      <>
        <Button onClick={closeOverlay}>{frameTexts.stay}</Button>
        <Button kind="danger" onClick={leaveNow}>
          {frameTexts.signOutAnyway}
        </Button>
      </>
    }
  >
    <p>{frameTexts.signOutText}</p>
  </Dialog>
)
