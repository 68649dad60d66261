import { closeDialog } from '../commands/dialog-state.ts'
import { frameTexts } from '../messages/app.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { signOutNow } from './sign-out.ts'

export const SignOutDialog = () => (
  <Dialog
    title={frameTexts.signOutTitle}
    open
    onClose={closeDialog}
    actions={
      <>
        <Button onClick={closeDialog}>{frameTexts.stay}</Button>
        <Button kind="danger" onClick={signOutNow}>
          {frameTexts.signOutAnyway}
        </Button>
      </>
    }
  >
    <p>{frameTexts.signOutText}</p>
  </Dialog>
)
