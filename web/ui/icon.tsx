import { icons, type IconName } from './icons.ts'

/** Pictures of a direction of reading: from right to left they are turned round. */
const turning = /-left$|-right$|^(list|menu|redo|reply|send|sidebar|sign-out|undo)$/

/** A picture beside a word, or in a button that says its name: screen readers pass over it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      class={turning.test(name) ? 'icon-turning' : undefined}
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  )
}

export type { IconName }
