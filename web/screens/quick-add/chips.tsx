import type { Priority } from '@svc/sdk'
import type { QuickAdd, Token, TokenKind } from '@svc/sdk/quick-add'
import type { QuickAddDefaults } from '../../commands/overlay.ts'
import { data } from '../../data/current.ts'
import { quickAddTexts as said } from '../../messages/quick-add.ts'
import { priorityNames, statusNames } from '../../messages/words.ts'
import { Chip } from '../../ui/chip.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { day } from '../../ui/time.ts'

const icons: Record<TokenKind, IconName> = {
  priority: 'flag',
  tag: 'tag',
  assignee: 'person',
  project: 'project',
  due: 'calendar',
}

function labelOf({ kind, label, value }: Token): string {
  if (kind === 'priority') return priorityNames[value as Priority]
  return kind === 'due' ? day(value) : label
}

interface ChipsProps {
  line: QuickAdd
  place: QuickAddDefaults
  setPlace: (place: QuickAddDefaults) => void
  reject: (words: string) => void
  wrong: string
}

/** What was understood, and where the task goes by itself; each can be taken back. */
export function Chips({ line, place, setPlace, reject, wrong }: ChipsProps) {
  const written = new Set(line.tokens.map(({ kind }) => kind))
  return (
    <div class="quick-add-chips" role="group" aria-label={said.understood}>
      {wrong && (
        <span class="field-error" role="alert">
          {wrong}
        </span>
      )}
      {line.tokens.map((part) => (
        <Chip
          key={part.from}
          icon={icons[part.kind]}
          label={labelOf(part)}
          onRemove={() => reject(part.text)}
        />
      ))}
      {givenOf(place)
        .filter(({ what }) => !written.has(what as TokenKind))
        .map(({ what, icon, label, without }) => (
          <Chip key={what} icon={icon} label={label} onRemove={() => setPlace(without)} />
        ))}
    </div>
  )
}

interface Given {
  what: string
  icon: IconName
  label: string
  without: QuickAddDefaults
}

/** What the place gives the task: the project that is looked at, the status of a column. */
function givenOf(place: QuickAddDefaults): Given[] {
  const { project_id, team_id, assignee, status, priority, due_date } = place
  const given: Given[] = []
  const take = (
    what: string,
    icon: IconName,
    label: string | undefined,
    ...names: (keyof QuickAddDefaults)[]
  ) => {
    if (label) given.push({ what, icon, label, without: leave(place, names) })
  }
  take(
    'project',
    'project',
    nameOf('projects', project_id),
    'project_id',
    'section_id',
    'milestone_id',
    'goal_id',
  )
  take('team', 'team', nameOf('teams', team_id), 'team_id', 'sprint_id', 'section_id')
  take('assignee', 'person', assignee, 'assignee')
  take('status', 'check-circle', status && statusNames[status as keyof typeof statusNames], 'status')
  take('priority', 'flag', priority && priorityNames[priority as Priority], 'priority')
  take('due', 'calendar', due_date && day(due_date), 'due_date')
  return given
}

const leave = (place: QuickAddDefaults, names: (keyof QuickAddDefaults)[]): QuickAddDefaults =>
  Object.fromEntries(Object.entries(place).filter(([name]) => !names.includes(name as never)))

const nameOf = (kind: 'projects' | 'teams', id: string | undefined): string | undefined =>
  id === undefined ? undefined : (data().row(kind, id).value?.name ?? id)
