import type { TaskGroup } from '@svc/sdk'
import { useQuery } from '../../store/use-query.ts'
import { priorityNames, priorityOrder, statusFlow, statusNames } from '../../messages/enums.ts'
import { projectPageTexts as messages } from '../../messages/project-page.ts'
import { BarTable } from '../../components/bar-table.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { getMembers } from '../members/members.ts'
import { openStatuses } from '../tasks/open-statuses.ts'

export function ProjectStatistics({ projectId }: { projectId: string }) {
  const { value, problem, refetch } = useQuery(`statistics ${projectId}`, async (svc) => {
    const count = (group_by: 'status' | 'priority' | 'assignee', open = false) =>
      svc.tasks.count({ group_by, filter: { project: projectId, ...(open && { status: openStatuses }) } })
    const [stats, ...counts] = await Promise.all([
      svc.projectStats.read(projectId),
      count('status'),
      count('priority'),
      count('assignee', true),
    ])
    return { stats, groups: counts.map(({ groups }) => groups ?? []) }
  })
  const [byStatus = [], byPriority = [], byAssignee = []] = value?.groups ?? []
  return (
    <section class="settings-section">
      <h2>{messages.statistics}</h2>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={4} height={36} />}
      {value && (
        <>
          <Progress done={value.stats.tasks_completed} all={value.stats.tasks_total} />
          <div class="project-charts">
            <BarTable title={messages.byStatus} rows={sortGroups(byStatus, statusFlow, statusNames)} />
            <BarTable title={messages.byPriority} rows={sortGroups(byPriority, priorityOrder, priorityNames)} />
            <BarTable title={messages.byAssignee} rows={byAssignee.map(nameAssignee)} />
          </div>
        </>
      )}
    </section>
  )
}

const Progress = ({ done, all }: { done: number; all: number }) => (
  <div class="project-progress">
    <ProgressBar done={done} all={all} label={messages.progress(done, all)} />
    <span aria-hidden="true">{messages.progress(done, all)}</span>
  </div>
)

interface Row {
  name: string
  count: number
}

const sortGroups = <Key extends string>(
  groups: readonly TaskGroup[],
  order: readonly Key[],
  names: Record<Key, string>,
): Row[] =>
  order.flatMap((key) => {
    const group = groups.find((one) => one.key === key)
    return group ? [{ name: names[key], count: group.count }] : []
  })

const nameAssignee = ({ key, count }: TaskGroup): Row => ({
  name: key === null ? messages.unassigned : (getMembers().byUsername.get(key)?.name ?? key),
  count,
})
