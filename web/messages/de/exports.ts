import type * as english from '../exports.ts'

export const exportTexts: typeof english.exportTexts = {
  organization: 'Organisation',
  organizationHint:
    'Alles in der Organisation, auch private Projekte, eingeschränkte Aufgaben und Dateien, als Zip-Archiv in einem offenen Format. Es enthält keine Tokens und keine Secrets von Webhooks.',
  startOrganization: 'Organisation exportieren',
  ownersOnly: (owners) =>
    owners
      ? `Nur Inhaber der Organisation können sie exportieren. Frage ${owners}.`
      : 'Nur Inhaber der Organisation können sie exportieren.',
  project: 'Ein Projekt',
  projectHint:
    'Seine Abschnitte, Ziele, Roadmap, Aufgaben, Kommentare und Dateien. Personen sind nur mit ihren Namen enthalten.',
  chooseProject: 'Projekt',
  startProject: 'Projekt exportieren',
  noProject: 'Du bist hier kein Inhaber eines Projekts. Inhaber eines Projekts können es exportieren.',
  mineHint:
    'Aufgaben, die du erstellt hast, die dir zugewiesen sind oder die du kommentiert hast, deine Kommentare, persönlichen Abschnitte und Ansichten sowie Benachrichtigungseinstellungen, als Zip-Archiv in einem offenen Format.',
  startMine: 'Meine Daten exportieren',
  waiting: 'Warten auf den Start…',
  writing: 'Das Archiv wird geschrieben…',
  counts: (counts) => `Bisher: ${counts}`,
  leave: 'Du kannst diese Seite verlassen: Der Eingang meldet, wenn das Archiv fertig ist.',
  ready: 'Das Archiv ist fertig.',
  download: (size) => `Herunterladen (${size})`,
  expires: 'Wird gelöscht:',
  failed: 'Der Export ist fehlgeschlagen.',
  again: 'Neuen Export starten',
  gone: 'Der letzte Export wurde gelöscht: Archive werden 7 Tage lang gespeichert.',
}
