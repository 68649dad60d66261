import './avatar.css'

/** One of ten hues, always the same for the same id: `hue-0` to `hue-9` are classes. */
export function hueOf(id: string): string {
  let hash = 0
  for (const letter of id) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0
  return `hue-${hash % 10}`
}

/** The first letters of the first and the last word, of any script. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return letters.map((word) => [...word][0]!.toUpperCase()).join('') || '?'
}

interface AvatarProps {
  /** The person's name, said beside it or by its title. */
  name: string
  id: string
  size?: 16 | 20 | 24 | 32
}

/** A person as a disc with initials. Its name stands beside it or in the label of what holds it. */
export const Avatar = ({ name, id, size = 20 }: AvatarProps) => (
  <span class={`avatar avatar-${size} ${hueOf(id)}`} aria-hidden="true" title={name}>
    {size === 16 ? initials(name)[0] : initials(name)}
  </span>
)
