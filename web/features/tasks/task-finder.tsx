import { useSignal } from '@preact/signals'
import type { Task, TaskSummary } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { Picker } from '../../components/picker.tsx'
import type { Anchor } from '../../components/popover.tsx'
import { getApiClient } from '../../store/use-query.ts'
import { StatusIcon } from './status-icon.tsx'

interface Props {
  anchor: Anchor
  label: string
  without: readonly string[]
  onPick: (task: Pick<Task, 'task_id' | 'title'>) => void
  onClose: () => void
}

const TYPING_DELAY_MS = 120
const MAX_RESULTS = 20

export function TaskFinder({ anchor, label, without, onPick, onClose }: Props) {
  const text = useSignal('')
  const found = useSearch(text.value.trim(), without)
  return (
    <Picker
      anchor={anchor}
      label={label}
      options={found.map(({ task_id, title, status }) => ({
        id: task_id,
        label: title,
        icon: <StatusIcon value={status} />,
      }))}
      selected={[]}
      onQuery={(typed) => void (text.value = typed)}
      onPick={(id) => onPick(found.find(({ task_id }) => task_id === id)!)}
      onClose={onClose}
    />
  )
}

function useSearch(text: string, without: readonly string[]): TaskSummary[] {
  const found = useSignal<TaskSummary[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const search = async () => {
      const query = text ? { filter: { search: text } } : ({ sort_by: 'created_at', sort_order: 'desc' } as const)
      const limit = MAX_RESULTS + without.length
      const page = await getApiClient().tasks.list(
        { ...query, limit, include_inaccessible: false },
        { signal: controller.signal },
      )
      found.value = page.data.filter(({ task_id }) => !without.includes(task_id)).slice(0, MAX_RESULTS)
    }
    const timer = setTimeout(() => void search().catch(() => undefined), text ? TYPING_DELAY_MS : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  return found.value
}
