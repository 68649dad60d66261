import type { Field } from '@svc/sdk'
import { withChunk } from '../../components/util/load-chunk.ts'
import type * as ValueEditor from './value-editor.tsx'

const loadValueEditor = () => import('./value-editor.tsx')

/** Opens the editor of a field for tasks, loaded on first use; shows a toast if the user can edit none of them. */
export const openTaskValueEditor = (ids: readonly string[], key: string, anchor: Element): Promise<void> =>
  withChunk(loadValueEditor, ({ showTaskValueEditor }) => showTaskValueEditor(ids, key, anchor))

/** Opens a list of fields, and then the editor of the chosen one for tasks. */
export const openFieldMenu = (ids: readonly string[], fields: readonly Field[], anchor: Element): Promise<void> =>
  withChunk(loadValueEditor, ({ showFieldMenu }) => showFieldMenu(ids, fields, anchor))

/** Opens the editor of a field for a value that the caller saves, such as that of a new task. */
export const openValueEditor = (...options: Parameters<typeof ValueEditor.showValueEditor>): Promise<void> =>
  withChunk(loadValueEditor, ({ showValueEditor }) => showValueEditor(...options))
