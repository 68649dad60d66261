import type * as english from '../members.ts'
import { plural } from '../plural.ts'
import { roleNames } from './onboarding.ts'

export const memberTexts: typeof english.memberTexts = {
  count: (count) => plural(count, { one: '# Mitglied', other: '# Mitglieder' }),
  found: (count) => plural(count, { one: '# gefunden', other: '# gefunden' }),
  search: 'Nach Name, E-Mail, Rolle oder Funktion suchen',
  page: 'Mitglieder',
  focusSearch: 'Mitglieder suchen',
  invite: 'Personen einladen',
  you: 'Du',
  deactivated: 'Deaktiviert',
  serviceAccount: 'Dienstkonto',
  lastActive: 'Aktiv',
  neverActive: 'Nie aktiv',
  role: (name) => `Rolle von ${name}`,
  roleChanged: (name, role) => `${name} ist jetzt ${roleNames[role]}`,
  roleTitle: (name, role) => `Rolle von ${name} ändern: ${roleNames[role]}?`,
  roleSelf: 'Du verlierst deine bisherigen Rechte und kannst das nicht selbst rückgängig machen.',
  roleConfirm: 'Rolle ändern',
  undo: 'Rückgängig',
  designation: (name) => `Funktion von ${name}`,
  findDesignation: 'Funktion finden',
  noDesignation: 'Keine Funktion',
  deactivate: 'Deaktivieren…',
  reactivate: 'Reaktivieren',
  reactivated: (name) => `${name} ist wieder aktiv`,
  remove: 'Aus der Organisation entfernen…',
  leave: 'Organisation verlassen…',
  deactivateTitle: (name) => `${name} deaktivieren?`,
  deactivateTexts: [
    'Die Person kann hier nichts mehr sehen oder ändern und wird aus dieser Organisation abgemeldet.',
    'Ihre Zugriffstokens funktionieren nicht mehr, und von ihr verbundene Apps werden getrennt.',
    'Sie bleibt in ihren Projekten und Teams und behält ihre Aufgaben, sodass du sie reaktivieren kannst.',
  ],
  deactivateConfirm: 'Deaktivieren',
  removeTitle: (name) => `${name} aus der Organisation entfernen?`,
  removeTexts: [
    'Die Person verlässt alle Projekte und Teams. Eine spätere Einladung bringt sie dort nicht zurück.',
    'Projekte und Teams, die nur ihr gehören, und Aufgaben, die nur sie sehen kann, gehen an dich über.',
    'Sie bleibt als Zuständige und Autorin eingetragen. Ihre Aufgaben bleiben ihr zugewiesen, bis du das änderst.',
    'Ihre Zugriffstokens funktionieren nicht mehr, und von ihr verbundene Apps werden getrennt.',
  ],
  removeConfirm: 'Entfernen',
  removeHint: 'Damit ihre Mitgliedschaften für eine Rückkehr erhalten bleiben, deaktiviere sie stattdessen.',
  leaveTitle: 'Organisation verlassen?',
  leaveTexts: [
    'Du verlässt alle Projekte und Teams. Zurückkehren kannst du nur mit einer neuen Einladung.',
    'Projekte und Teams, die nur dir gehören, gehen an den dienstältesten Inhaber der Organisation über.',
    'Deine Zugriffstokens für diese Organisation funktionieren nicht mehr.',
  ],
  leaveConfirm: 'Verlassen',
  assigned: (name) => `Aufgaben von ${name} anzeigen`,
}

export const handOverTexts: typeof english.handOverTexts = {
  action: 'Offene Arbeit übergeben…',
  title: (name) => `Offene Arbeit von ${name} übergeben`,
  to: 'Offene Arbeit übergeben an',
  hint: 'Offene Aufgaben, die die Person lesen kann, Projekte als Hauptinhaber und Meilensteine gemeinsamer Teams.',
  noMember: 'Niemanden',
  confirm: 'Übergeben',
  done: (tasks, projects, milestones) => {
    const counts = [
      plural(tasks, { one: '# Aufgabe', other: '# Aufgaben' }),
      plural(projects, { one: '# Projekt', other: '# Projekte' }),
      plural(milestones, { one: '# Meilenstein', other: '# Meilensteine' }),
    ]
    return `Übergeben: ${counts.join(', ')}.`
  },
  left: (n) =>
    plural(n, {
      one: '# Aufgabe wurde nicht übergeben, weil die Person sie nicht lesen kann.',
      other: '# Aufgaben wurden nicht übergeben, weil die Person sie nicht lesen kann.',
    }),
}

export const invitationTexts: typeof english.invitationTexts = {
  title: 'Einladungen',
  none: 'Keine Einladung wartet auf Antwort.',
  role: (email) => `Rolle für ${email}`,
  by: (name) => `Eingeladen von ${name}`,
  sent: 'ausgestellt',
  expires: 'läuft ab',
  changed: (email, role) => `${email} ist als ${roleNames[role]} eingeladen`,
  resend: 'Erneuern',
  resendTitle: (email) => `Einladung für ${email} erneuern; frühere Links gelten nicht mehr`,
  resent: (email) => `Die Einladung für ${email} ist erneuert`,
  linkTitle: (email) => `Einladung für ${email}`,
  linkLabel: 'Link zum Teilen',
  linkHint: 'Damit kann diese Person einmal beitreten. Er ersetzt frühere Links und wird nicht noch einmal angezeigt.',
  cancel: (email) => `Einladung für ${email} zurückziehen`,
  cancelTitle: (email) => `Einladung für ${email} zurückziehen?`,
  cancelEffect: 'Der Link der Einladung funktioniert dann nicht mehr.',
  cancelConfirm: 'Einladung zurückziehen',
  cancelled: (email) => `Die Einladung für ${email} ist zurückgezogen`,
}

export const joinRequestTexts: typeof english.joinRequestTexts = {
  title: 'Beitrittsanfragen',
  since: 'Angefragt',
  accept: 'Annehmen',
  decline: 'Ablehnen',
  accepted: (username) => `${username} ist beigetreten`,
  declined: (username) => `${username} abgelehnt`,
}
