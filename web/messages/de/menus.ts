import type * as english from '../menus.ts'

export const menuTexts: typeof english.menuTexts = {
  newTab: 'In neuem Tab öffnen',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  pin: 'An die Seitenleiste anheften',
  unpin: 'Von den angehefteten lösen',
  pinned: (name) => `„${name}“ angeheftet`,
  unpinned: (name) => `„${name}“ gelöst`,
  sprints: 'Sprints, Meilensteine und Mitglieder',
}
