import { signal } from '@preact/signals'

/** What a task that is added from here starts with: the place that the person looks at. */
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

/** What lies over the whole page now; the frame draws it. */
export const overlay = signal<Overlay | undefined>()

export const openQuickAdd = (defaults: QuickAddDefaults = {}): void => {
  overlay.value = { what: 'quick-add', defaults }
}

/** The palette, with something written already: `+` finds projects alone, `@` people. */
export const openPalette = (begun = ''): void => {
  overlay.value = { what: 'palette', begun }
}

export const open = (what: 'help' | 'new-project' | 'invite' | 'sign-out'): void => {
  overlay.value = { what }
}

export const closeOverlay = (): void => {
  overlay.value = undefined
}

/** What the screen adds to a task that is added by the key: its project, its section. Set by the screen while it is shown. */
export const placeToAdd = signal<QuickAddDefaults>({})
