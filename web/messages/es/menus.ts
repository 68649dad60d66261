import type * as english from '../menus.ts'

export const menuTexts: typeof english.menuTexts = {
  newTab: 'Abrir en una pestaña nueva',
  copyLink: 'Copiar el enlace',
  linkCopied: 'Enlace copiado',
  pin: 'Fijar en la barra lateral',
  unpin: 'Quitar de los fijados',
  pinned: (name) => `«${name}» fijado`,
  unpinned: (name) => `«${name}» quitado de los fijados`,
  sprints: 'Sprints, hitos y miembros',
}
