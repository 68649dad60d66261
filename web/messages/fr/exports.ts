import type * as english from '../exports.ts'

export const exportTexts: typeof english.exportTexts = {
  organization: 'Organisation',
  organizationHint:
    'Tout le contenu de l’organisation, y compris les projets privés, les tâches restreintes et les fichiers, dans une archive zip à un format ouvert. Elle ne contient ni jetons ni secrets de webhooks.',
  startOrganization: 'Exporter l’organisation',
  ownersOnly: (owners) =>
    owners
      ? `Seuls les propriétaires de l’organisation peuvent l’exporter. Adressez-vous à ${owners}.`
      : 'Seuls les propriétaires de l’organisation peuvent l’exporter.',
  project: 'Un projet',
  projectHint:
    'Ses sections, objectifs, feuille de route, tâches, commentaires et fichiers. Les personnes n’y figurent que par leur nom.',
  chooseProject: 'Projet',
  startProject: 'Exporter le projet',
  noProject: 'Vous n’êtes propriétaire d’aucun projet ici. Les propriétaires d’un projet peuvent l’exporter.',
  mineHint:
    'Les tâches que vous avez créées ou commentées ou qui vous sont assignées, vos commentaires, vos sections et vues personnelles, et vos préférences de notification, dans une archive zip à un format ouvert.',
  startMine: 'Exporter mes données',
  waiting: 'En attente de démarrage…',
  writing: 'Écriture de l’archive…',
  counts: (counts) => `Jusqu’ici : ${counts}`,
  leave: 'Vous pouvez quitter cette page : la boîte de réception vous dira quand l’archive est prête.',
  ready: 'L’archive est prête.',
  download: (size) => `Télécharger (${size})`,
  expires: 'Suppression :',
  failed: 'L’export a échoué.',
  again: 'Lancer un nouvel export',
  gone: 'Le dernier export a été supprimé : les archives sont conservées 7 jours.',
}
