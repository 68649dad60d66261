import type { Milestone, Team } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { milestoneTexts as messages, teamTexts } from '../../messages/teams.ts'
import { getMembers } from '../members/members.ts'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { SelectField } from '../settings/kit/select-field.tsx'
import { TextField } from '../settings/kit/text-field.tsx'
import { pickChanges } from './pick-changes.ts'

interface MilestoneFormProps {
  team: Team
  /** Milestone to edit; a new one, if unset. */
  milestone?: Milestone
  onClose: () => void
}

const createDraft = (milestone: Milestone | undefined) => ({
  title: milestone?.title ?? '',
  target_date: milestone?.target_date ?? '',
  description: milestone?.description ?? '',
  owner_user_id: milestone?.owner_user_id ?? '',
})

type Draft = ReturnType<typeof createDraft>

export function MilestoneForm({ team, milestone, onClose }: MilestoneFormProps) {
  const [draft, setDraft] = useState(() => createDraft(milestone))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const save = async () => {
    const { milestones } = createApiClient(team.org_id)
    const description = draft.description.trim() || null
    const body = { ...draft, title: draft.title.trim(), description, owner_user_id: draft.owner_user_id || null }
    if (milestone)
      await milestones.update(team.team_id, milestone.milestone_id, pickChanges<Milestone>(body, milestone))
    else await milestones.create(team.team_id, body)
    getStore().notifyChanged('milestones')
  }
  return (
    <DialogForm
      title={milestone ? messages.edit : messages.create}
      submit={milestone ? teamTexts.save : messages.createConfirm}
      disabled={!draft.title.trim() || !draft.target_date}
      run={save}
      onClose={onClose}
    >
      <MilestoneFields {...{ team, draft }} onChange={change} />
    </DialogForm>
  )
}

interface FieldsProps {
  team: Team
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

const MilestoneFields = ({ team, draft, onChange }: FieldsProps) => (
  <>
    <TextField
      label={messages.name}
      value={draft.title}
      onChange={(title) => onChange({ title })}
      maxLength={200}
      autofocus
    />
    <TextField
      label={messages.date}
      type="date"
      value={draft.target_date}
      onChange={(target_date) => onChange({ target_date })}
    />
    <TextField
      label={messages.description}
      value={draft.description}
      onChange={(description) => onChange({ description })}
      maxLength={2000}
    />
    <SelectField
      label={messages.owner}
      value={draft.owner_user_id}
      options={[['', messages.noOwner], ...listOwners(team)]}
      onChange={(owner_user_id) => onChange({ owner_user_id })}
    />
  </>
)

const listOwners = ({ members }: Team) =>
  members.map(
    ({ user_id, username }) => [user_id, getMembers().byId.get(user_id)?.name ?? username ?? user_id] as const,
  )
