import type { Milestone, Stop } from '@svc/sdk'
import { roadmapTexts as messages } from '../../messages/roadmap.ts'
import { formatDay, getToday } from '../../components/util/dates.ts'
import { isOverdueStop, isReached } from './front.ts'
import { formatList } from '../../components/util/intl.ts'

export interface StopFacts {
  isOverdue: boolean
  isReached: boolean
  /** Milestones pinned to the stop that are due before it. */
  earlier: Milestone[]
  milestones: Milestone[]
}

export function findFacts(stop: Stop, milestones: ReadonlyMap<string, Milestone>): StopFacts {
  const pinned = stop.milestone_ids.flatMap((id) => milestones.get(id) ?? [])
  const date = stop.target_date
  return {
    isOverdue: isOverdueStop(stop, getToday()),
    isReached: isReached(stop),
    milestones: pinned,
    earlier: pinned.filter(({ target_date }) => date !== null && target_date < date),
  }
}

/** Short form below a stop of the map. Signs stand beside the date, so that color is never the only mark. */
export function formatDateMark(stop: Stop, { isOverdue, earlier }: StopFacts, contradicts: readonly string[]): string {
  const hasWarning = isOverdue || earlier.length > 0
  const signs = [hasWarning && '⚠', contradicts.length > 0 && '⇄', stop.milestone_ids.length > 0 && '◆']
  return [...signs, stop.target_date && formatDay(stop.target_date)].filter(Boolean).join(' ')
}

/** Everything that the picture shows of a stop, in words. */
export function listFactTexts(stop: Stop, facts: StopFacts, contradicts: readonly string[]): string[] {
  return [
    stop.target_date ? formatDay(stop.target_date) : messages.noDate,
    facts.isOverdue && messages.overdue,
    facts.isReached && messages.reached,
    messages.progress(stop.done, stop.total),
    ...facts.milestones.map((one) =>
      facts.earlier.includes(one) ? messages.milestoneEarlier(one.title) : messages.milestone(one.title),
    ),
    contradicts.length > 0 && messages.contradicts(formatList(contradicts)),
  ].filter((text) => text !== false)
}
