import type { Milestone, Team } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { milestoneTexts as messages, teamTexts } from '../../messages/teams.ts'
import { getMembers } from '../members/members.ts'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { createRow, updateRow } from '../settings/kit/row-changes.ts'
import { SelectField } from '../settings/kit/select-field.tsx'
import { TextField } from '../settings/kit/text-field.tsx'

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

export function MilestoneForm({ team, milestone: current, onClose }: MilestoneFormProps) {
  // As it was when the form was opened, so that later changes of others are noticed.
  const [milestone] = useState(current)
  const [draft, setDraft] = useState(() => createDraft(milestone))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const save = () => {
    const { team_id } = team
    const description = draft.description.trim() || null
    const body = { ...draft, title: draft.title.trim(), description, owner_user_id: draft.owner_user_id || null }
    if (milestone) return updateRow('milestones', milestone, body)
    return createRow('milestones', team_id, body, { team_id, status: 'open', task_count: 0, completed_count: 0 })
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
