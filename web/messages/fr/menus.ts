import type * as english from '../menus.ts'

export const menuTexts: typeof english.menuTexts = {
  newTab: 'Ouvrir dans un nouvel onglet',
  copyLink: 'Copier le lien',
  linkCopied: 'Lien copié',
  pin: 'Épingler à la barre latérale',
  unpin: 'Retirer des épinglés',
  pinned: (name) => `« ${name} » épinglé`,
  unpinned: (name) => `« ${name} » retiré des épinglés`,
  sprints: 'Sprints, jalons et membres',
}
