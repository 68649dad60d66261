import type * as english from '../teams.ts'
import { formatNumber, plural } from '../plural.ts'

export const teamTexts: typeof english.teamTexts = {
  intro: 'Teams haben Mitglieder, einen Eingang für Aufgaben ohne Projekt, Sprints und Meilensteine.',
  create: 'Neues Team',
  createConfirm: 'Team erstellen',
  none: 'Noch keine Teams.',
  members: (count) => plural(count, { one: '# Mitglied', other: '# Mitglieder' }),
  projects: (count) => plural(count, { one: '# Projekt', other: '# Projekte' }),
  showTasks: 'Aufgaben anzeigen',
  editTitle: 'Team bearbeiten',
  save: 'Speichern',
  delete: 'Löschen…',
  deleteTitle: (name) => `${name} löschen?`,
  deleteTexts: [
    'Seine Sprints, Meilensteine und Abschnitte werden gelöscht. Aufgaben bleiben und verlassen sie.',
    'Seine Projekte bleiben und gehören zu keinem Team.',
    'Das lässt sich nicht rückgängig machen.',
  ],
  deleteConfirm: 'Team löschen',
  membersTitle: 'Mitglieder',
  add: 'Mitglied hinzufügen',
  role: (name) => `Rolle von ${name} im Team`,
  removeMember: (name) => `${name} aus dem Team entfernen`,
  removed: (name) => `${name} ist nicht mehr im Team`,
  undo: 'Rückgängig',
  projectsTitle: 'Projekte',
  noProjects: 'Noch keine Projekte.',
}

export const teamRoleNames: typeof english.teamRoleNames = { owner: 'Inhaber', member: 'Mitglied' }

export const sprintTexts: typeof english.sprintTexts = {
  title: 'Sprints',
  none: 'Noch keine Sprints.',
  plan: 'Sprint planen',
  planConfirm: 'Sprint erstellen',
  defaultName: (number) => `Sprint ${number}`,
  name: 'Name',
  start: 'Beginnt',
  weeks: 'Dauer',
  inWeeks: (weeks) => plural(weeks, { one: '# Woche', other: '# Wochen' }),
  goal: 'Ziel (optional)',
  progress: (completed, all) => `${formatNumber(completed)} von ${formatNumber(all)} erledigt`,
  dates: (from, to) => `${from} bis ${to}`,
  overdue: 'Vorbei',
  burndown: (name) => `Burndown von ${name}`,
  close: 'Abschließen…',
  closeTitle: (name) => `${name} abschließen`,
  open: (count) =>
    count === 0
      ? 'Alle Aufgaben sind erledigt.'
      : plural(count, { one: '# Aufgabe ist offen.', other: '# Aufgaben sind offen.' }),
  moveTo: 'Offene Aufgaben',
  toSprint: (name) => `Nach ${name} verschieben`,
  toNone: 'Aus dem Sprint entfernen',
  toStay: 'In diesem Sprint lassen',
  closeConfirm: 'Sprint abschließen',
  closed: (name) => `${name} ist abgeschlossen`,
  planned: 'Geplant',
  reopen: 'Wieder öffnen',
  backlog: 'Backlog-Board',
  noCurrent: 'Es läuft kein Sprint.',
  past: (count) => plural(count, { one: '# abgeschlossener Sprint', other: '# abgeschlossene Sprints' }),
  velocity: 'Erledigte Aufgaben der letzten abgeschlossenen Sprints',
  daysLeft: (count) => (count === 1 ? 'letzter Tag' : `noch ${formatNumber(count)} Tage`),
  edit: 'Bearbeiten…',
  editTitle: 'Sprint bearbeiten',
  end: 'Endet',
  startToday: 'Heute starten',
  started: (name) => `${name} hat begonnen`,
  deleteTexts: [
    'Seine Aufgaben bleiben und gehören zu keinem Sprint.',
    'Sein Burndown geht verloren.',
    'Das lässt sich nicht rückgängig machen.',
  ],
  deleteConfirm: 'Sprint löschen',
}

export const sprintStatusNames: typeof english.sprintStatusNames = { active: 'Aktiv', completed: 'Abgeschlossen' }

export const milestoneTexts: typeof english.milestoneTexts = {
  title: 'Meilensteine',
  none: 'Noch keine Meilensteine.',
  create: 'Neuer Meilenstein',
  createConfirm: 'Meilenstein erstellen',
  edit: 'Meilenstein bearbeiten',
  name: 'Titel',
  date: 'Zieldatum',
  due: (day) => `fällig ${day}`,
  description: 'Beschreibung (optional)',
  owner: 'Verantwortlich',
  noOwner: 'Niemand',
  overdue: 'Überfällig',
  closed: 'Abgeschlossen',
  close: 'Meilenstein abschließen',
  reopen: 'Meilenstein wieder öffnen',
  isClosed: (name) => `${name} ist abgeschlossen`,
  isOpen: (name) => `${name} ist wieder offen`,
  deleteTexts: ['Seine Aufgaben bleiben und gehören zu keinem Meilenstein.', 'Das lässt sich nicht rückgängig machen.'],
  deleteConfirm: 'Meilenstein löschen',
}

export const loadTexts: typeof english.loadTexts = {
  title: 'Auslastung',
  hint: 'Offene Aufgaben nach der Woche, in der sie fällig sind; überfällige zählen zur ersten.',
  away: (days) => plural(days, { one: '# Arbeitstag abwesend', other: '# Arbeitstage abwesend' }),
}
