import { printed } from './keys.ts'
import './kbd.css'

/** Keys as they are printed on the keyboard. */
export const Kbd = ({ keys }: { keys: string }) => (
  <span class="kbd">
    {printed(keys)
      .flat()
      .map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
  </span>
)
