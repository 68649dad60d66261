import type * as english from '../burndown.ts'
import { formatNumber, plural } from '../plural.ts'

export const burndownTexts: typeof english.burndownTexts = {
  open: (sprint) => `Burndown von ${sprint}:`,
  summary: (remaining, completed) =>
    `${plural(remaining, { one: '# offene Aufgabe', other: '# offene Aufgaben' })} und ${plural(completed, { one: '# erledigte', other: '# erledigte' })}`,
  none: 'Der Sprint hat noch nicht begonnen.',
  asTable: 'Als Tabelle',
  day: 'Tag',
  remaining: 'Offen',
  completed: 'Erledigt',
  added: 'Hinzugefügt',
  removed: 'Entfernt',
  change: (added, removed) =>
    [added && `+${formatNumber(added)}`, removed && `−${formatNumber(removed)}`].filter(Boolean).join(' '),
}
