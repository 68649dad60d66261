import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { closeDialog, currentDialog } from '../commands/dialog-state.ts'
import { showErrorToast } from '../components/util/load-chunk.ts'
import { lazyComponent } from '../components/lazy-component.tsx'

const REPORT_FAILURE = {
  bare: true,
  lost: (_: ComponentChildren, problem: unknown) => <LoadFailure problem={problem} />,
}
export const LazyQuickAdd = lazyComponent(
  async () => (await import('../features/quick-add/quick-add-dialog.tsx')).QuickAddDialog,
  REPORT_FAILURE,
)
export const LazyPalette = lazyComponent(
  async () => (await import('../features/command-palette/command-palette.tsx')).CommandPalette,
  REPORT_FAILURE,
)
const Help = lazyComponent(
  async () => (await import('../features/command-palette/shortcut-help.tsx')).ShortcutHelp,
  REPORT_FAILURE,
)
const NewProject = lazyComponent(
  async () => (await import('../features/onboarding/new-project-dialog.tsx')).NewProjectDialog,
  REPORT_FAILURE,
)
const Invite = lazyComponent(
  async () => (await import('../features/onboarding/invite-dialog.tsx')).InviteDialog,
  REPORT_FAILURE,
)

const SignOut = lazyComponent(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog, REPORT_FAILURE)

function LoadFailure({ problem }: { problem: unknown }) {
  useEffect(() => {
    const requested = currentDialog.peek()
    closeDialog()
    showErrorToast(problem, () => (currentDialog.value = requested))
  }, [])
  return null
}

export function DialogHost() {
  const current = currentDialog.value
  if (!current) return null
  if (current.what === 'quick-add') return <LazyQuickAdd defaults={current.defaults} onClose={closeDialog} />
  if (current.what === 'palette') return <LazyPalette initialText={current.begun} onClose={closeDialog} />
  if (current.what === 'help') return <Help onClose={closeDialog} />
  if (current.what === 'new-project') return <NewProject onClose={closeDialog} />
  if (current.what === 'invite') return <Invite onClose={closeDialog} />
  return <SignOut />
}
