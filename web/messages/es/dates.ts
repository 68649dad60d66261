import type * as english from '../dates.ts'

export const dateTexts: typeof english.dateTexts = {
  today: 'Hoy',
  tomorrow: 'Mañana',
  nextWeek: 'Próxima semana',
  none: 'Sin fecha',
  earlier: 'Mes anterior',
  later: 'Mes siguiente',
  write: 'Una fecha: viernes, 24 dic',
  means: (day) => `Pulsa Intro para ${day}`,
  unknown: 'No es una fecha válida',
}
