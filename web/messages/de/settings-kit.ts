import type * as english from '../settings-kit.ts'

export const settingsKitTexts: typeof english.settingsKitTexts = {
  freshSignIn:
    'Dafür ist eine Anmeldung innerhalb der letzten 10 Minuten nötig. Melde dich erneut an und versuche es noch einmal.',
  freshSignInFirst:
    'Dafür ist eine Anmeldung innerhalb der letzten 10 Minuten nötig. Melde dich erneut an, bevor du das Formular ausfüllst.',
  signInAgain: 'Erneut anmelden',
  typeName: (name) => `Gib zur Bestätigung ${name} ein`,
  secretCopied: 'Kopiert',
  copySecret: 'Kopieren',
  done: 'Fertig',
  more: 'Mehr anzeigen',
  actions: (name) => `Aktionen für ${name}`,
  created: (name) => `„${name}“ angelegt`,
  changed: (name) => `„${name}“ geändert`,
  deleted: (name) => `„${name}“ gelöscht`,
  stale: 'Jemand anderes hat das gleichzeitig geändert. Prüfe, was jetzt da steht, und versuche es noch einmal.',
  changedTo: (values) =>
    `Jemand anderes hat das gleichzeitig geändert. Jetzt steht da: ${values}. Speichere noch einmal, um es zu ersetzen.`,
  empty: 'leer',
}
