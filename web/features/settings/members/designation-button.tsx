import type { Designation, OrganizationMember } from '@svc/sdk'
import { memberTexts as messages } from '../../../messages/members.ts'
import { useQuery } from '../../../store/use-query.ts'
import { Picker } from '../../../components/picker.tsx'
import type { Anchor } from '../../../components/popover.tsx'
import { PopoverButton } from '../../../components/popover-button.tsx'
import { runAction } from '../kit/action-problem.tsx'
import { getMemberName, updateMember } from './member-actions.ts'

interface DesignationButtonProps {
  member: OrganizationMember
  canChange: boolean
}

/** Designation of a member, which opens a picker for those who may change it. */
export function DesignationButton({ member, canChange }: DesignationButtonProps) {
  const { designation } = member
  if (!canChange) return designation ? <bdi class="settings-small">{designation}</bdi> : null
  return (
    <PopoverButton
      small
      title={messages.designation(getMemberName(member))}
      text={designation ?? messages.noDesignation}
      renderPopover={(anchor, close) => <DesignationPicker member={member} anchor={anchor} onClose={close} />}
    />
  )
}

const NONE = ''

function DesignationPicker({
  member,
  anchor,
  onClose,
}: {
  member: OrganizationMember
  anchor: Anchor
  onClose: () => void
}) {
  const { value } = useQuery('designations', async (svc) => {
    const found = await svc.designations.list({ limit: 1000 })
    return 'data' in found ? (found.data as Designation[]) : []
  })
  const found = (value ?? []).map(({ designation_id, label, category }) => ({
    id: designation_id,
    label: label ?? designation_id,
    ...(category && { hint: category }),
  }))
  const pick = (id: string) => void runAction(() => updateMember(member, { designation_id: id === NONE ? null : id }))
  return (
    <Picker
      anchor={anchor}
      label={messages.findDesignation}
      options={[{ id: NONE, label: messages.noDesignation }, ...found]}
      selected={[member.designation_id ?? NONE]}
      onPick={pick}
      onClose={onClose}
    />
  )
}
