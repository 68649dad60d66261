import type * as english from '../projects.ts'

export const projectSettingTexts: typeof english.projectSettingTexts = {
  about: 'À propos du projet',
  edit: 'Modifier le projet…',
  title: 'Modifier le projet',
  name: 'Nom',
  nameMissing: 'Saisissez un nom',
  prefix: 'Préfixe des clés de tâches',
  prefixHint: (key) =>
    `Utilisé dans des clés comme ${key}. Après un changement, toutes les clés avec d’anciens préfixes mènent encore à leurs tâches : dans les liens, les commits, les branches et les textes.`,
  prefixChange: (before, after) =>
    `${before}-12 sera affichée comme ${after}-12, et ${before}-12 y mènera toujours. Aucun autre projet ne peut utiliser ${before}.`,
  prefixInvalid: 'Saisissez de 2 à 10 lettres ou chiffres, en commençant par une lettre.',
  icon: 'Icône',
  noIcon: 'Aucune icône',
  icons: {
    goal: 'Cible',
    flag: 'Drapeau',
    bug: 'Insecte',
    layers: 'Couches',
    chart: 'Graphique',
    diamond: 'Losange',
    robot: 'Robot',
    organization: 'Bâtiment',
    mail: 'Lettre',
    calendar: 'Calendrier',
    lock: 'Cadenas',
    inbox: 'Boîte de réception',
  },
  save: 'Enregistrer',
  cancel: 'Annuler',
  changed: (name) => `Projet « ${name} » modifié`,
}
