import type * as english from '../teams.ts'
import { formatNumber, plural } from '../plural.ts'

export const teamTexts: typeof english.teamTexts = {
  intro: 'Les équipes ont des membres, une réserve de tâches sans projet, des sprints et des jalons.',
  create: 'Nouvelle équipe',
  createConfirm: 'Créer l’équipe',
  none: 'Aucune équipe pour l’instant.',
  members: (count) => plural(count, { one: '# membre', other: '# membres' }),
  projects: (count) => plural(count, { one: '# projet', other: '# projets' }),
  showTasks: 'Afficher les tâches',
  editTitle: 'Modifier l’équipe',
  save: 'Enregistrer',
  delete: 'Supprimer…',
  deleteTitle: (name) => `Supprimer ${name} ?`,
  deleteTexts: [
    'Ses sprints, jalons et sections sont supprimés. Les tâches restent et les quittent.',
    'Ses projets restent et n’appartiennent à aucune équipe.',
    'Cette action est irréversible.',
  ],
  deleteConfirm: 'Supprimer l’équipe',
  membersTitle: 'Membres',
  add: 'Ajouter un membre',
  role: (name) => `Rôle de ${name} dans l’équipe`,
  removeMember: (name) => `Retirer ${name} de l’équipe`,
  removed: (name) => `${name} ne fait plus partie de l’équipe`,
  undo: 'Annuler',
  projectsTitle: 'Projets',
  noProjects: 'Aucun projet pour l’instant.',
}

export const teamRoleNames: typeof english.teamRoleNames = { owner: 'Propriétaire', member: 'Membre' }

export const sprintTexts: typeof english.sprintTexts = {
  title: 'Sprints',
  none: 'Aucun sprint pour l’instant.',
  plan: 'Planifier un sprint',
  planConfirm: 'Créer le sprint',
  defaultName: (number) => `Sprint ${number}`,
  name: 'Nom',
  start: 'Début',
  weeks: 'Durée',
  inWeeks: (weeks) => plural(weeks, { one: '# semaine', other: '# semaines' }),
  goal: 'Objectif (facultatif)',
  progress: (completed, all) =>
    `${plural(completed, { one: '# terminée', other: '# terminées' })} sur ${formatNumber(all)}`,
  dates: (from, to) => `${from} – ${to}`,
  overdue: 'Échu',
  burndown: (name) => `Burndown de ${name}`,
  close: 'Clore…',
  closeTitle: (name) => `Clore ${name}`,
  open: (count) =>
    count === 0
      ? 'Toutes ses tâches sont terminées.'
      : plural(count, { one: '# tâche est ouverte.', other: '# tâches sont ouvertes.' }),
  moveTo: 'Tâches ouvertes',
  toSprint: (name) => `Déplacer vers ${name}`,
  toNone: 'Retirer du sprint',
  toStay: 'Laisser dans ce sprint',
  closeConfirm: 'Clore le sprint',
  closed: (name) => `${name} est clos`,
  planned: 'Planifié',
  reopen: 'Rouvrir',
  backlog: 'Tableau du backlog',
  noCurrent: 'Aucun sprint n’est en cours.',
  past: (count) => plural(count, { one: '# sprint clos', other: '# sprints clos' }),
  velocity: 'Tâches terminées des derniers sprints clos',
  daysLeft: (count) => (count === 1 ? 'dernier jour' : `${formatNumber(count)} jours restants`),
  edit: 'Modifier…',
  editTitle: 'Modifier le sprint',
  end: 'Fin',
  startToday: 'Commencer aujourd’hui',
  started: (name) => `${name} a commencé`,
  deleteTexts: [
    'Ses tâches restent et ne sont dans aucun sprint.',
    'Son burndown est perdu.',
    'Cette action est irréversible.',
  ],
  deleteConfirm: 'Supprimer le sprint',
}

export const sprintStatusNames: typeof english.sprintStatusNames = { active: 'Actif', completed: 'Clos' }

export const milestoneTexts: typeof english.milestoneTexts = {
  title: 'Jalons',
  none: 'Aucun jalon pour l’instant.',
  create: 'Nouveau jalon',
  createConfirm: 'Créer le jalon',
  edit: 'Modifier le jalon',
  name: 'Titre',
  date: 'Date cible',
  due: (day) => `échéance ${day}`,
  description: 'Description (facultative)',
  owner: 'Responsable',
  noOwner: 'Aucun',
  overdue: 'En retard',
  closed: 'Clos',
  close: 'Clore le jalon',
  reopen: 'Rouvrir le jalon',
  isClosed: (name) => `${name} est clos`,
  isOpen: (name) => `${name} est de nouveau ouvert`,
  deleteTexts: ['Ses tâches restent et ne sont dans aucun jalon.', 'Cette action est irréversible.'],
  deleteConfirm: 'Supprimer le jalon',
}

export const loadTexts: typeof english.loadTexts = {
  title: 'Charge',
  hint: 'Tâches ouvertes selon la semaine de leur échéance ; celles en retard comptent dans la première.',
  away: (days) => plural(days, { one: '# jour ouvré d’absence', other: '# jours ouvrés d’absence' }),
}
