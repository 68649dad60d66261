import { open } from '../commands/overlay.ts'
import { data } from '../data/current.ts'
import { frameTexts } from '../messages/frame.ts'
import { toast } from '../ui/toast.tsx'
import { signOut } from './session.ts'

/** Signs out, after a confirmation if there are unsent changes. */
export async function leave(): Promise<void> {
  if (await data().hasUnsent()) open('sign-out')
  else leaveNow()
}

export function leaveNow(): void {
  signOut(data().me.value.principal.id).catch(() => toast({ text: frameTexts.signOutFailed, kind: 'wrong' }))
}
