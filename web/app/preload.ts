import { loadFloating } from '../components/popover.tsx'
import { LazyPalette, LazyQuickAdd } from './dialog-host.tsx'
import { LazyTaskPanel, LazyTasksScreen } from './routes.tsx'

/** Parts that are likely needed next, also offline. A list of its own, so that its file names load after the first screen. */
const PARTS: (() => Promise<unknown>)[] = [
  LazyTasksScreen.load,
  LazyTaskPanel.load,
  LazyQuickAdd.load,
  () => import('../features/board/board-screen.tsx'),
  LazyPalette.load,
  () => import('../components/unsaved-forms.tsx'),
  () => import('./row-menus.tsx'),
  loadFloating,
  () => import('../features/task-panel/late-sections.tsx'),
  () => import('../features/task-list/selection-bar.tsx'),
  () => import('../features/views/filter-bar.tsx'),
  () => import('../features/fields/display-parts.ts'),
  () => import('../features/fields/value-editor.tsx'),
  () => import('../features/quick-add/new-task-pickers.tsx'),
  () => import('../features/tasks/field-pickers.tsx'),
  () => import('../features/board/move-picker.tsx'),
  () => import('../features/sections/section-menu.tsx'),
  () => import('../features/views/filter-pickers.tsx'),
  () => import('../store/conflicts.ts'),
  () => import('../components/util/save-preferences.ts'),
]

export const preloadParts = (): void => void Promise.allSettled(PARTS.map((load) => load()))
