import { useSignal } from '@preact/signals'
import type { Task, TaskSummary } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { Picker } from '../ui/picker.tsx'
import type { Anchor } from '../ui/popover.tsx'
import { api } from './ask.ts'
import { StatusIcon } from './status.tsx'

interface Props {
  anchor: Anchor
  label: string
  /** Ids of tasks that are not offered. */
  without: readonly string[]
  onPick: (task: Pick<Task, 'task_id' | 'title'>) => void
  onClose: () => void
}

/** How long the person has stopped typing before the server is asked. */
const pauseMs = 120
const most = 20

/** Finds a task by what its title, text, tags or id contain; the newest before anything is typed. */
export function TaskFinder({ anchor, label, without, onPick, onClose }: Props) {
  const text = useSignal('')
  const found = useFound(text.value.trim(), without)
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

/** The tasks that the server finds, by the last question. */
function useFound(text: string, without: readonly string[]): TaskSummary[] {
  const found = useSignal<TaskSummary[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const ask = async () => {
      const question = text
        ? { filter: { search: text } }
        : ({ sort_by: 'created_at', sort_order: 'desc' } as const)
      const limit = most + without.length
      const page = await api().tasks.list(
        { ...question, limit, include_inaccessible: false },
        { signal: ending.signal },
      )
      found.value = page.data.filter(({ task_id }) => !without.includes(task_id)).slice(0, most)
    }
    const timer = setTimeout(() => void ask().catch(() => undefined), text ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [text])
  return found.value
}
