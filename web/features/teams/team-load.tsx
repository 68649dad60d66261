import type { AvailabilityRange, Team } from '@svc/sdk'
import { loadTexts as messages } from '../../messages/teams.ts'
import { formatNumber } from '../../messages/plural.ts'
import type { TaskCounts } from '../../store/types.ts'
import { useQuery } from '../../store/use-query.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { addDays, countDaysBetween, formatDayAndMonth, getToday, getWeekday } from '../../components/util/dates.ts'
import { getFirstDayOfWeek } from '../../components/util/intl.ts'
import { openStatuses } from '../tasks/open-statuses.ts'
import { getMembers } from '../members/members.ts'
import './team-load.css'

const WEEKS = [0, 1, 2, 3]
const LAST_DAY = 7 * WEEKS.length - 1

interface Load {
  counts: TaskCounts
  away: AvailabilityRange
}

/** Shows the open tasks of each member that are due in each of the next weeks, and the days on which they are away. */
export function TeamLoad({ team }: { team: Team }) {
  const { team_id, version } = team
  const today = getToday()
  const first = addDays(today, -((getWeekday(today) - getFirstDayOfWeek() + 7) % 7))
  const { value, problem, refetch } = useQuery(`load ${team_id} ${version} ${first}`, async (svc): Promise<Load> => {
    const filter = { team: team_id, status: openStatuses, due_before: addDays(first, LAST_DAY) }
    const [counts, away] = await Promise.all([
      svc.tasks.count({ filter, group_by: 'assignee', then_by: 'due_date' }),
      svc.availability.range(team_id, { from: first, to: addDays(first, LAST_DAY) }),
    ])
    return { counts, away }
  })
  return (
    <section class="settings-section">
      <h2>{messages.title}</h2>
      <p class="settings-hint">{messages.hint}</p>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={2} height={52} />}
      {value && <LoadTable team={team} first={first} load={value} />}
    </section>
  )
}

const LoadTable = ({ team, first, load }: { team: Team; first: string; load: Load }) => (
  <table class="team-load">
    <thead>
      <tr>
        <td />
        {WEEKS.map((week) => (
          <th key={week} scope="col">
            {formatDayAndMonth(addDays(first, 7 * week))}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {team.members.map(({ user_id, username }) => (
        <tr key={user_id}>
          <th scope="row" dir="auto">
            {getMembers().byId.get(user_id)?.name ?? username ?? user_id}
          </th>
          {WEEKS.map((week) => (
            <WeekCell
              key={week}
              count={countDue(load, username, first, week)}
              days={countAway(load, user_id, first, week)}
            />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const WeekCell = ({ count, days }: { count: number; days: number }) => (
  <td data-away={days > 0 || undefined}>
    {formatNumber(count)}
    {days > 0 && <span>{messages.away(days)}</span>}
  </td>
)

/** Counts overdue tasks in the first week. */
function countDue({ counts }: Load, username: string | null, first: string, week: number): number {
  const days = counts.groups?.find(({ key }) => key === username)?.groups ?? []
  const isInWeek = (day: string | null) =>
    day !== null && Math.max(0, Math.floor(countDaysBetween(first, day) / 7)) === week
  return days.reduce((sum, { key, count }) => sum + (isInWeek(key) ? count : 0), 0)
}

/** Counts the days of a week on which a member is away, weekends left out. */
function countAway({ away }: Load, user: string, first: string, week: number): number {
  const entries = away.entries.filter(({ user_id }) => user_id === user)
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(first, 7 * week + day))
  const isAway = (day: string) => entries.some(({ start_date, end_date }) => start_date <= day && day <= end_date)
  return days.filter((day) => getWeekday(day) % 6 !== 0 && isAway(day)).length
}
