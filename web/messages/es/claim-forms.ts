import type * as english from '../claim-forms.ts'

export const claimFormTexts: typeof english.claimFormTexts = {
  takeTitle: (title) => `Reservar «${title}»`,
  renewTitle: (title) => `Prolongar la reserva de «${title}»`,
  hint: 'Nadie más puede reservar la tarea hasta que la reserva termine o se libere. La tarea se puede seguir editando.',
  duration: 'Durante',
  durations: {
    900: '15 minutos',
    1800: '30 minutos',
    3600: '1 hora',
    7200: '2 horas',
    14_400: '4 horas',
    28_800: '8 horas',
    86_400: '24 horas',
  },
  note: 'Nota (opcional)',
  noteHint: 'En qué estás trabajando, para todas las personas que pueden leer la tarea.',
  take: 'Reservar',
  renew: 'Prolongar',
  cancel: 'Cancelar',
  taken: (title, until) => `«${title}» reservada hasta ${until}`,
  released: (title) => `«${title}» liberada`,
  releaseTitle: (who) => `¿Liberar la reserva de ${who}?`,
  releaseText: (who) =>
    `Puede que ${who} esté trabajando en la tarea. Lo que cambió la reserva se revierte, salvo que se haya cambiado después, y otros pueden reservarla.`,
  releaseNow: 'Liberar la reserva',
}
