import './avatar.css'

export function getHueClass(id: string): string {
  let hash = 0
  for (const letter of id) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0
  return `hue-${hash % 10}`
}

export function getInitials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return letters.map((word) => [...word][0]!.toUpperCase()).join('') || '?'
}

interface AvatarProps {
  name: string
  /** Sets the color; without it, the color is neutral. */
  id?: string | undefined
  size?: 16 | 20 | 24 | 32
  /** Marks a person who is no member: grey, with a dashed edge. */
  absent?: boolean
}

/** Disc with initials. Hidden from screen readers, since the name is next to it or in a label. */
export const Avatar = ({ name, id, size = 20, absent = false }: AvatarProps) => (
  <span
    class={`avatar avatar-${size} ${absent ? 'avatar-absent' : id === undefined ? '' : getHueClass(id)}`}
    aria-hidden="true"
    title={name}
  >
    {size === 16 ? getInitials(name)[0] : getInitials(name)}
  </span>
)
