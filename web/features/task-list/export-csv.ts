import { listMenuTexts } from '../../messages/list-menus.ts'
import { showErrorToast, withChunk } from '../../components/util/load-chunk.ts'
import { showToast } from '../../components/toast.tsx'
import { viewState } from '../views/view-state.ts'

/** Downloads the tasks of the list. `title` names the file. */
export function exportCsv(title: string): void {
  showToast({ text: listMenuTexts.csvMaking })
  const { query, container } = viewState.peek()
  void withChunk(
    () => import('./download-csv.ts'),
    ({ downloadCsv }) =>
      downloadCsv(query, container, title).then(
        (count) => showToast({ text: listMenuTexts.csvMade(count) }),
        (problem: unknown) => showErrorToast(problem, () => exportCsv(title)),
      ),
  )
}
