import { commands, type Command } from '../../commands/commands.ts'
import { singleKeysEnabled } from '../../commands/keys.ts'
import { getStore } from '../../store/current-store.ts'
import { helpTexts as messages } from '../../messages/app.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Kbd } from '../../components/kbd.tsx'
import './shortcut-help.css'

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={messages.title} open wide onClose={onClose}>
      {!singleKeysEnabled.value && (
        <p class="help-off">
          {messages.off} <a href={`/o/${getStore().org}/settings`}>{messages.settings}</a>
        </p>
      )}
      <div class="help" tabIndex={0}>
        {[...groupBySection(commands.value)].map(([section, rows]) => (
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

function groupBySection(list: readonly Command[]): Map<string, Command[]> {
  const sections = new Map<string, Command[]>()
  for (const command of list) {
    if (!command.keys) continue
    const rows = sections.get(command.section) ?? []
    if (!rows.some(({ title }) => title === command.title)) sections.set(command.section, [...rows, command])
  }
  return sections
}
