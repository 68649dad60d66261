import { Avatar } from '../../components/avatar.tsx'
import { findAbsentLabel, getMembers } from './members.ts'
import './user-name.css'

interface Props {
  username?: string | null | undefined
  userId?: string | undefined
  bare?: boolean
  size?: 16 | 20 | 24 | 32
}

export function UserName({ username, userId, bare = false, size = 20 }: Props) {
  const found = userId === undefined ? undefined : getMembers().byId.get(userId)
  const name = username ?? found?.username ?? userId ?? ''
  const { byId, byUsername } = getMembers()
  // Neutral until the members are loaded, so that the color does not change then.
  const id = found?.user_id ?? byUsername.get(name)?.user_id ?? (byId.size > 0 ? name : undefined)
  const isUnknown = byId.size > 0 && name !== '' && !found && !byUsername.has(name)
  const absent = isUnknown ? findAbsentLabel(name) : undefined
  const label = absent ?? name
  return (
    <span class="person" title={bare || absent ? label : undefined}>
      <Avatar name={name} id={id} size={size} absent={absent !== undefined} />
      {bare ? <span class="hidden-text">{label}</span> : <bdi class="person-name one-line">{label}</bdi>}
    </span>
  )
}
