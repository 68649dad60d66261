import type * as english from '../imports.ts'
import { formatNumber } from '../plural.ts'

export const importTexts: typeof english.importTexts = {
  intro: 'Reprenez votre travail d’un autre service. La première étape est une vérification, qui ne modifie rien.',
  notAllowed:
    'Seuls les administrateurs de l’organisation peuvent importer depuis d’autres services, et les propriétaires d’un projet dans celui-ci.',
  notAllowedAsk: (names) => `Adressez-vous à ${names}.`,
  title: 'Nouvel import',
  source: 'Depuis',
  ownersHint:
    'En tant que propriétaire d’un projet, vous y importez des tableaux et des archives. Pour le reste, adressez-vous à un administrateur de l’organisation.',
  file: 'Fichier',
  choose: 'Choisir un fichier',
  drop: 'ou déposez-le ici',
  otherFile: 'Choisir un autre fichier',
  target: 'Vers',
  newProjects: 'Nouveaux projets',
  timeZone: 'Fuseau horaire du fichier',
  timeZoneHint: 'Pour les heures qui n’en ont pas.',
  columns: 'Colonnes',
  columnsHint: 'Ce que signifie chaque colonne du tableau. Les autres sont enregistrées avec la tâche.',
  column: 'Colonne',
  sample: 'Premières lignes',
  means: 'Signification',
  meansFor: (column) => `Signification de ${column}`,
  unnamed: (number) => `Colonne ${formatNumber(number)}`,
  needsTitle: 'Choisissez la colonne qui contient le titre.',
  unreadable: 'Le navigateur n’a pas pu lire le fichier.',
  check: 'Vérifier le fichier',
  checkHint: 'Montre ce qu’un import ferait. Rien n’est modifié.',
  upload: 'Téléversement',
  earlier: 'Imports précédents',
  none: 'Aucun import pour l’instant.',
  back: 'Tous les imports',
  unknown: 'Cet import n’existe pas, ou vous ne pouvez pas le lire.',
  checked: 'vérification',
  by: (name) => `par ${name}`,
  started: 'Démarré',
  phaseOf: (step, done) => `${step} : ${done} faits`,
  wouldDo: 'Ce que l’import ferait',
  didDo: 'Ce qui a été importé',
  kind: 'Genre',
  notes: 'Ce qui manque dans le fichier',
  report: 'Ce qui n’a pas été repris tel quel',
  reportNone: 'Tout a été repris tel quel.',
  reportCsv: 'Télécharger en CSV',
  line: (line) => `ligne ${formatNumber(line)}`,
  people: 'Personnes sans membre correspondant',
  peopleHint:
    'Elles deviennent des substituts : auteurs et responsables qui ne peuvent pas se connecter. Choisissez un membre à mettre à leur place.',
  placeholder: 'Substitut',
  states: 'Colonnes sans statut',
  statesHint: 'Leurs tâches gardent le statut donné par le fichier. Choisissez un statut pour le donner à toutes.',
  noStatus: 'Aucun statut',
  run: 'Importer maintenant',
  checkAgain: 'Vérifier à nouveau',
  undo: 'Annuler l’import…',
  undoTitle: (file) => `Annuler l’import de ${file} ?`,
  undoTexts: [
    'Supprime tout ce que cet import a créé.',
    'Ce qui a été modifié ou commenté depuis reste et figure dans le rapport.',
  ],
  undoConfirm: 'Annuler l’import',
  failed: 'L’import a échoué.',
  failedUndo: 'Ce qu’il avait déjà écrit peut être annulé.',
  finishedSaid: 'L’import est terminé.',
  checkedSaid: 'La vérification est terminée.',
}

export const sourceNames: typeof english.sourceNames = {
  csv: 'Tableau (CSV)',
  trello: 'Trello',
  jira: 'Jira',
  todoist: 'Todoist',
  linear: 'Linear',
  neutral: 'Archive de ce service',
}

export const sourceHints: typeof english.sourceHints = {
  csv: 'Un fichier CSV avec un en-tête, quels que soient l’encodage et le séparateur usuels. Une ligne est une tâche.',
  trello: 'Menu du tableau → Imprimer, exporter et partager → Exporter au format JSON.',
  jira: 'Rechercher des tickets → Exporter → CSV (tous les champs).',
  todoist: 'Menu du projet → Exporter au format CSV. Les tâches terminées n’y figurent pas.',
  linear: 'Settings → Import / Export → Export CSV. Les commentaires et les pièces jointes n’y figurent pas.',
  neutral: 'Une archive zip au format de données, comme l’export d’un projet.',
}

export const importPhaseNames: typeof english.importPhaseNames = {
  reading: 'Lecture du fichier…',
  checking: 'Vérification des données…',
  writing: 'Écriture…',
  undoing: 'Annulation…',
  finished: 'Terminé',
  failed: 'Échec',
  undone: 'Annulé',
}

export const outcomeNames: typeof english.outcomeNames = {
  rejected: 'Laissé de côté',
  changed: 'Adapté',
  conflict: 'Conflit',
  skipped: 'Ignoré',
  retained: 'Conservé',
}

export const countNames: typeof english.countNames = {
  created: 'nouveaux',
  updated: 'mis à jour',
  unchanged: 'inchangés',
  matched: 'déjà présents',
  changed: 'adaptés',
  rejected: 'laissés de côté',
  conflict: 'en conflit',
  skipped: 'ignorés',
  retained: 'conservés',
  deleted: 'supprimés',
}

export const columnMeanings: typeof english.columnMeanings = {
  title: 'Titre',
  description: 'Description',
  status: 'Statut',
  section: 'Section',
  project: 'Projet',
  priority: 'Priorité',
  assignee: 'Responsable',
  tags: 'Étiquettes',
  start_date: 'Date de début',
  due_date: 'Échéance',
  created_at: 'Date de création',
  completed_at: 'Date d’achèvement',
  parent: 'ID de la tâche parente',
  id: 'ID',
  url: 'URL',
  extra: 'Enregistrer avec la tâche',
  ignore: 'Laisser de côté',
}
