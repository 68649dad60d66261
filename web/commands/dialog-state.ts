import { signal } from '@preact/signals'

export interface NewTaskValues {
  text?: string
  project_id?: string
  team_id?: string
  section_id?: string
  sprint_id?: string
  milestone_id?: string
  goal_id?: string
  assignee?: string
  status?: string
  priority?: string
  due_date?: string
  start_date?: string
  tags?: readonly string[]
  parent_task_id?: string
  description?: string
  custom?: Record<string, unknown>
}

type DialogState =
  | { what: 'quick-add'; defaults: NewTaskValues }
  | { what: 'palette'; begun: string }
  | { what: 'help' | 'new-project' | 'invite' | 'sign-out' }

export const currentDialog = signal<DialogState | undefined>()

export const openQuickAdd = (defaults: NewTaskValues = {}): void => {
  currentDialog.value = { what: 'quick-add', defaults }
}

/** Opens the palette with a text: `+` finds only projects, `@` only people. */
export const openPalette = (begun = ''): void => {
  currentDialog.value = { what: 'palette', begun }
}

export const openDialog = (what: 'help' | 'new-project' | 'invite' | 'sign-out'): void => {
  currentDialog.value = { what }
}

export const closeDialog = (): void => {
  currentDialog.value = undefined
}

export const quickAddDefaults = signal<NewTaskValues>({})
