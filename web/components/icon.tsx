import { icons, type IconName } from './icons.ts'

/** Icons with a direction, which are mirrored in right-to-left languages. */
const mirrored = /-left$|-right$|^(list|menu|redo|reply|send|sidebar|sign-out|undo)$/

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      class={mirrored.test(name) ? 'icon-mirrored' : undefined}
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  )
}

export type { IconName }
