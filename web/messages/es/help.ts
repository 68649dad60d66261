import type * as english from '../help.ts'

export const helpTexts: typeof english.helpTexts = {
  title: 'Atajos de teclado',
  off: 'Los atajos de una sola tecla están desactivados.',
  search: 'Buscar atajos',
  nothing: 'Ningún atajo tiene este nombre o esta tecla.',
  settings: 'Ajustes',
}
