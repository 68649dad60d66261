import { useSignal } from '@preact/signals'
import type { Task, TaskSummary } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { Picker } from '../../components/picker.tsx'
import type { Anchor } from '../../components/popover.tsx'
import { normalizeForSearch } from '../../components/util/text-search.ts'
import { getApiClient } from '../../store/use-query.ts'
import { StatusIcon } from './status-icon.tsx'

interface Props {
  anchor: Anchor
  label: string
  without: readonly string[]
  /** Finds only tasks of this project. */
  projectId?: string
  onPick: (task: Pick<Task, 'task_id' | 'title'>) => void
  onClose: () => void
}

const TYPING_DELAY_MS = 120
const MAX_RESULTS = 20

export function TaskFinder({ anchor, label, without, projectId, onPick, onClose }: Props) {
  const text = useSignal('')
  const found = useSearch(text.value.trim(), without, projectId)
  return (
    <Picker
      anchor={anchor}
      label={label}
      options={found.map(({ task_id, key, title, status }) => ({
        id: task_id,
        label: title,
        hint: key ?? '',
        icon: <StatusIcon value={status} />,
      }))}
      selected={[]}
      onQuery={(typed) => void (text.value = typed)}
      onPick={(id) => onPick(found.find(({ task_id }) => task_id === id)!)}
      onClose={onClose}
    />
  )
}

function useSearch(text: string, without: readonly string[], projectId?: string): TaskSummary[] {
  const found = useSignal<TaskSummary[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const search = async () => {
      const filter = { ...(text && { search: text }), ...(projectId && { project: [projectId] }) }
      const sort = text ? {} : ({ sort_by: 'created_at', sort_order: 'desc' } as const)
      const limit = MAX_RESULTS + without.length
      const page = await getApiClient().tasks.list(
        { ...sort, filter, limit, include_inaccessible: false },
        { signal: controller.signal },
      )
      const others = page.data.filter(({ task_id }) => !without.includes(task_id))
      found.value = rankTasks(others, text).slice(0, MAX_RESULTS)
    }
    const timer = setTimeout(() => void search().catch(() => undefined), text ? TYPING_DELAY_MS : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  return found.value
}

/** Puts tasks whose title has the text before those found by their description, and open ones before completed ones. */
function rankTasks(tasks: readonly TaskSummary[], text: string): TaskSummary[] {
  const wanted = normalizeForSearch(text)
  const rank = ({ title, status }: TaskSummary) => {
    const at = normalizeForSearch(title).indexOf(wanted)
    return (at < 0 ? 4 : at > 0 ? 2 : 0) + (status === 'completed' || status === 'archived' ? 1 : 0)
  }
  return text ? tasks.toSorted((a, b) => rank(a) - rank(b)) : [...tasks]
}
