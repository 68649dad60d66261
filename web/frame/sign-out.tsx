import { closeOverlay } from '../commands/overlay.ts'
import { frameTexts } from '../messages/frame.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { leaveNow } from './leave.ts'

export const SignOut = () => (
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
