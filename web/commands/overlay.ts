import { signal } from '@preact/signals'

export interface QuickAddDefaults {
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
}

export type Overlay =
  | { what: 'quick-add'; defaults: QuickAddDefaults }
  | { what: 'palette'; begun: string }
  | { what: 'help' | 'new-project' | 'invite' | 'sign-out' }

export const overlay = signal<Overlay | undefined>()

export const openQuickAdd = (defaults: QuickAddDefaults = {}): void => {
  overlay.value = { what: 'quick-add', defaults }
}

/** Opens the palette with a text: `+` finds only projects, `@` only people. */
export const openPalette = (begun = ''): void => {
  overlay.value = { what: 'palette', begun }
}

export const open = (what: 'help' | 'new-project' | 'invite' | 'sign-out'): void => {
  overlay.value = { what }
}

export const closeOverlay = (): void => {
  overlay.value = undefined
}

/** Default fields of new tasks on the current screen, set by the screen while it is shown. */
export const placeToAdd = signal<QuickAddDefaults>({})
