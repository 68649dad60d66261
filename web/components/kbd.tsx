import { toKeyLabels } from './util/shortcuts.ts'
import './kbd.css'

export const Kbd = ({ keys }: { keys: string }) => (
  <span class="kbd">
    {toKeyLabels(keys)
      .flat()
      .map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
  </span>
)
