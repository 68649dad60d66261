import { useState } from 'preact/hooks'
import { commands, type Command } from '../../commands/commands.ts'
import { singleKeysEnabled } from '../../commands/keys.ts'
import { getStore } from '../../store/current-store.ts'
import { helpTexts as messages } from '../../messages/help.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { formatShortcut } from '../../components/util/shortcuts.ts'
import { normalizeForSearch } from '../../components/util/text-search.ts'
import './shortcut-help.css'

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const sections = [...groupBySection(findShortcuts(typed))]
  return (
    <Dialog title={messages.title} open wide onClose={onClose}>
      {!singleKeysEnabled.value && (
        <p class="help-off">
          {messages.off} <a href={`/o/${getStore().org}/settings`}>{messages.settings}</a>
        </p>
      )}
      <input
        class="input help-search"
        type="search"
        autofocus
        aria-label={messages.search}
        placeholder={messages.search}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {sections.length === 0 && <p role="status">{messages.nothing}</p>}
      <div class="help" tabIndex={0}>
        {sections.map(([section, rows]) => (
          <section key={section} class="help-section">
            <h3>{section}</h3>
            <ul>
              {rows.map(({ id, title, keys }) => (
                <li key={id} class="help-row">
                  <span>{title}</span>
                  <Kbd keys={keys!.split(' or ')[0]!} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Finds shortcuts by their name, or by a key such as `s` or `Alt+↑`. */
function findShortcuts(typed: string): readonly Command[] {
  const words = normalizeForSearch(typed).trim()
  const isKey = ({ keys = '' }: Command) =>
    keys.split(' or ').some((one) => normalizeForSearch(formatShortcut(one)) === words)
  if (words.length === 1) return commands.value.filter(isKey)
  return words
    ? commands.value.filter((one) => isKey(one) || normalizeForSearch(`${one.title} ${one.section}`).includes(words))
    : commands.value
}

function groupBySection(list: readonly Command[]): Map<string, Command[]> {
  const sections = new Map<string, Command[]>()
  for (const command of list) {
    if (!command.keys) continue
    const rows = sections.get(command.section) ?? []
    if (!rows.some(({ title }) => title === command.title)) sections.set(command.section, [...rows, command])
  }
  return sections
}
