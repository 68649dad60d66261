import type * as english from '../sign-out.ts'

export const signOutTexts: typeof english.signOutTexts = {
  signOutTitle: 'Mit ungesendeten Änderungen abmelden?',
  signOutText:
    'Einige Änderungen oder Entwürfe wurden nicht an den Server gesendet. Beim Abmelden werden sie gelöscht.',
  signOutAnyway: 'Abmelden und löschen',
  stay: 'Angemeldet bleiben',
}
