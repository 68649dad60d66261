import { printed } from './keys.ts'
import './kbd.css'

export const Kbd = ({ keys }: { keys: string }) => (
  <span class="kbd">
    {printed(keys)
      .flat()
      .map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
  </span>
)
