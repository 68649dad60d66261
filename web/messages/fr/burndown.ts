import type * as english from '../burndown.ts'
import { formatNumber, plural } from '../plural.ts'

export const burndownTexts: typeof english.burndownTexts = {
  open: (sprint) => `Burndown de ${sprint} :`,
  summary: (remaining, completed) =>
    `${plural(remaining, { one: '# tâche ouverte', other: '# tâches ouvertes' })} et ${plural(completed, { one: '# terminée', other: '# terminées' })}`,
  none: 'Le sprint n’a pas encore commencé.',
  asTable: 'Sous forme de tableau',
  day: 'Jour',
  remaining: 'Ouvertes',
  completed: 'Terminées',
  added: 'Ajoutées',
  removed: 'Retirées',
  change: (added, removed) =>
    [added && `+${formatNumber(added)}`, removed && `−${formatNumber(removed)}`].filter(Boolean).join(' '),
}
