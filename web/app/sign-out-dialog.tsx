import { closeDialog } from '../commands/dialog-state.ts'
import { signOutTexts } from '../messages/sign-out.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { signOutNow } from './sign-out.ts'

export const SignOutDialog = () => (
  <Dialog
    title={signOutTexts.signOutTitle}
    open
    onClose={closeDialog}
    actions={
      <>
        <Button onClick={closeDialog}>{signOutTexts.stay}</Button>
        <Button kind="danger" onClick={signOutNow}>
          {signOutTexts.signOutAnyway}
        </Button>
      </>
    }
  >
    <p>{signOutTexts.signOutText}</p>
  </Dialog>
)
