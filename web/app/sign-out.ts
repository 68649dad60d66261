import { openDialog } from '../commands/dialog-state.ts'
import { getStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { showToast } from '../components/toast.tsx'
import { signOut } from './session.ts'

export async function requestSignOut(): Promise<void> {
  if (await getStore().hasUnsent()) openDialog('sign-out')
  else signOutNow()
}

export function signOutNow(): void {
  signOut(getStore().me.value.principal.id).catch(() => showToast({ text: frameTexts.signOutFailed, kind: 'wrong' }))
}
