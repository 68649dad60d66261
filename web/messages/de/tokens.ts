import type * as english from '../tokens.ts'
import { plural } from '../plural.ts'

export const tokenTexts: typeof english.tokenTexts = {
  intro:
    'Mit einem Token handelt ein Skript, eine App oder eine Kommandozeile als du oder als Dienstkonto. Es kann, was seine Scopes und die Rolle seines Kontos beide erlauben.',
  create: 'Neues Token',
  personalOff: 'Deine Organisation akzeptiert keine persönlichen Tokens. Verwende ein Token eines Dienstkontos.',
  mine: 'Deine Tokens',
  all: 'Alle Tokens',
  which: 'Tokens',
  showOld: 'Abgelaufene und widerrufene anzeigen',
  none: 'Noch keine Tokens.',
  expires: 'läuft ab',
  expired: 'abgelaufen',
  revokedAt: 'widerrufen',
  neverExpires: 'läuft nicht ab',
  lastUsed: 'verwendet',
  neverUsed: 'nie verwendet',
  actsAs: (name) => `handelt als ${name}`,
  readOnly: 'Nur Lesen',
  app: 'App',
  rename: 'Umbenennen…',
  rotate: 'Durch neues Token ersetzen…',
  revoke: 'Widerrufen…',
  name: 'Name',
  nameHint: 'Wofür es verwendet wird, etwa „Nächtlicher Bericht“',
  renameTitle: 'Token umbenennen',
  save: 'Speichern',
  scopes: 'Scopes',
  noAccess: 'Kein Zugriff',
  read: 'Lesen',
  write: 'Lesen und schreiben',
  everything: 'Alles, auch das Audit-Log',
  expiry: 'Läuft ab',
  inDays: (days) => plural(days, { one: 'in # Tag', other: 'in # Tagen' }),
  never: 'Nie',
  actor: 'Handelt als',
  me: 'Du',
  createTitle: 'Neues Zugriffstoken',
  createConfirm: 'Token erstellen',
  secretTitle: (name) => `Token „${name}“`,
  secretLabel: 'Token',
  secretHint: 'Kopiere es jetzt: Es wird nicht noch einmal angezeigt. Behandle es wie ein Passwort.',
  rotateTitle: (name) => `„${name}“ durch ein neues Token ersetzen?`,
  rotateTexts: [
    'Ein neues Token mit demselben Namen, denselben Scopes und derselben Gültigkeitsdauer wird erstellt und einmal angezeigt.',
    'Das aktuelle Token gilt noch 60 Sekunden, damit du es dort austauschen kannst, wo es verwendet wird.',
  ],
  rotateConfirm: 'Neues Token erstellen',
  revokeTitle: (name) => `„${name}“ widerrufen?`,
  revokeTexts: [
    'Es funktioniert sofort nicht mehr, wo auch immer es verwendet wird. Das lässt sich nicht rückgängig machen.',
  ],
  revokeAppTexts: [
    'Es funktioniert sofort nicht mehr. Die Verbindung der App, zu der es gehört, endet, sodass die App erneut verbunden werden muss.',
  ],
  revokeConfirm: 'Widerrufen',
}

export const tokenStatusNames: typeof english.tokenStatusNames = {
  active: 'Aktiv',
  revoked: 'Widerrufen',
  expired: 'Abgelaufen',
}

export const scopeHints: typeof english.scopeHints = {
  'tasks:read': 'Aufgaben, Kommentare, Anhänge, Verlauf, Abschnitte und gespeicherte Ansichten sehen',
  'tasks:write': 'Sie auch erstellen, ändern und löschen',
  'projects:read': 'Projekte, ihre Mitglieder, Dateien, Ziele und Roadmaps sehen',
  'projects:write': 'Sie auch erstellen, ändern und löschen',
  'teams:read': 'Teams, Sprints, Meilensteine und Verfügbarkeit sehen',
  'teams:write': 'Sie auch erstellen, ändern und löschen',
  'org:read': 'Die Organisation, ihre Einstellungen, Mitglieder, Einladungen und Tokens sehen',
  'org:write': 'Sie auch ändern, Personen einladen und Tokens erstellen',
  'webhooks:read': 'Webhooks sehen und was sie zugestellt haben',
  'webhooks:write': 'Sie auch erstellen, ändern, testen und löschen',
  admin: 'Alles oben Genannte und das Audit-Log',
}

export const scopeResourceNames: typeof english.scopeResourceNames = {
  tasks: 'Aufgaben',
  projects: 'Projekte',
  teams: 'Teams',
  org: 'Organisation',
  webhooks: 'Webhooks',
}

export const serviceAccountTexts: typeof english.serviceAccountTexts = {
  title: 'Dienstkonten',
  intro:
    'Mitglieder für Programme: Sie können sich nicht anmelden, handeln über Tokens und überdauern die Personen, die sie eingerichtet haben.',
  create: 'Neues Dienstkonto',
  createConfirm: 'Erstellen',
  none: 'Noch keine Dienstkonten.',
  tokens: (count) => plural(count, { one: '# gültiges Token', other: '# gültige Tokens' }),
  newToken: 'Neues Token…',
  rename: 'Umbenennen…',
  renameTitle: 'Dienstkonto umbenennen',
  deactivate: 'Deaktivieren…',
  deactivated: 'Deaktiviert',
  deactivateTitle: (name) => `${name} endgültig deaktivieren?`,
  deactivateTexts: [
    'Alle seine Tokens funktionieren sofort nicht mehr.',
    'Es verlässt seine Projekte und Teams. Was nur ihm gehört, und Aufgaben, die nur es sehen kann, gehen an dich über.',
    'Das lässt sich nicht rückgängig machen.',
  ],
}
