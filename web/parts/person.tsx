import { Avatar } from '../ui/avatar.tsx'
import { people } from './people.ts'
import './person.css'

interface Props {
  username?: string | null | undefined
  userId?: string | undefined
  /** Shows the avatar only, with the name as its title. */
  bare?: boolean
  size?: 16 | 20 | 24 | 32
}

/** Avatar and name of a user. Users who have left the organization are still shown by name. */
export function Person({ username, userId, bare = false, size = 20 }: Props) {
  const found = userId === undefined ? undefined : people().byId.get(userId)
  const name = username ?? found?.username ?? userId ?? ''
  const id = found?.user_id ?? people().byUsername.get(name)?.user_id ?? name
  return (
    <span class="person" title={bare ? name : undefined}>
      <Avatar name={name} id={id} size={size} />
      {bare ? <span class="hidden-text">{name}</span> : <bdi class="person-name one-line">{name}</bdi>}
    </span>
  )
}
