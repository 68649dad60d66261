import type { Milestone, Stop } from '@svc/sdk'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { stopTexts as messages } from '../../messages/roadmap.ts'
import { Menu } from '../../components/menu.tsx'
import { PopoverButton } from '../../components/popover-button.tsx'
import { runAction } from '../settings/kit/action-problem.tsx'

interface PinMilestonesProps {
  stop: Stop
  projectId: string
  teamId: string
  onChange: () => void
}

const MAX_MILESTONES = 1000

/** Button with a menu that pins milestones of the project's team to a stop, and unpins them. */
export function PinMilestones({ stop, projectId, teamId, onChange }: PinMilestonesProps) {
  const { value: milestones } = useQuery(
    `pin ${teamId} ${stop.milestone_ids.join()}`,
    async (svc) => (await svc.milestones.list(teamId, { limit: MAX_MILESTONES })).data,
  )
  const { stops } = createApiClient(getStore().org)
  const send = (pins: boolean, id: string) =>
    pins ? stops.pinMilestone(projectId, stop.stop_id, id) : stops.unpinMilestone(projectId, stop.stop_id, id)
  const toggle = async ({ milestone_id, title, stop_id }: Milestone) => {
    const pins = stop_id === null
    const undo = async () => {
      if (await runAction(() => send(!pins, milestone_id))) onChange()
    }
    const text = (pins ? messages.taskAdded : messages.taskRemoved)(title, stop.title)
    const action = { label: layoutTexts.undo, run: () => void undo() }
    if (await runAction(() => send(pins, milestone_id), { text, action })) onChange()
  }
  if (!milestones?.length) return null
  const items = milestones.map((one) => {
    // A milestone is pinned to one stop only.
    const disabled = one.stop_id !== null && one.stop_id !== stop.stop_id
    return {
      id: one.milestone_id,
      label: disabled ? messages.onOtherStop(one.title) : one.title,
      checked: one.stop_id === stop.stop_id,
      disabled,
      onSelect: () => void toggle(one),
    }
  })
  return (
    <PopoverButton
      kind="plain"
      icon="diamond"
      text={messages.pinMilestones}
      renderPopover={(anchor, close) => (
        <Menu anchor={anchor} label={messages.pinMilestones} items={items} onClose={close} />
      )}
    />
  )
}
