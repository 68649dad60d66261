import { Avatar } from '../../components/avatar.tsx'
import type { PickerOption } from '../../components/picker.tsx'
import { getMembers } from '../members/members.ts'

/** Lists the active members of the organization as options, without those that are known. */
export const listPeople = (known: ReadonlySet<string> = new Set()): PickerOption[] =>
  getMembers()
    .active.filter(({ user_id }) => !known.has(user_id))
    .map(({ user_id, name, username, email }) => ({
      id: user_id,
      label: name ?? username!,
      ...(email !== null && { hint: email }),
      icon: <Avatar name={name ?? username!} id={user_id} size={16} />,
    }))
