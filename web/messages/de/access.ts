import type * as english from '../access.ts'
import { plural } from '../plural.ts'

export const accessTexts: typeof english.accessTexts = {
  intro: 'Alle aktiven Mitglieder mit ihren Anmeldewegen und gültigen Tokens. Die CSV-Datei führt jedes Token auf.',
  lastSigned: (name) => `Zuletzt unterzeichnet von ${name}`,
  never: 'Noch nicht unterzeichnet.',
  sign: 'Prüfung unterzeichnen',
  signTitle: 'Zugriffsprüfung unterzeichnen',
  signHint:
    'Das Audit-Log hält fest, dass du diese Liste geprüft hast. Haben sich die Zugriffe seit dem Öffnen geändert, wird die Unterschrift abgelehnt.',
  note: 'Anmerkung',
  serviceAccount: 'Dienstkonto',
  noSecondFactor: 'kein zweiter Faktor',
  ways: { password: 'Passwort', passkey: 'Passkey', identity_provider: 'Identitätsanbieter' },
  tokens: (n) => plural(n, { one: '# Token', other: '# Tokens' }),
  lastActive: 'aktiv',
}
