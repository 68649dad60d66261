import type * as english from '../common.ts'
import { plural } from '../plural.ts'

export const commonTexts: typeof english.commonTexts = {
  keysInOrder: ', dann ',
  actions: (name) => `Aktionen für „${name}“`,
  close: 'Schließen',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  remove: (what) => `${what} entfernen`,
  loading: 'Wird geladen',
  requestId: 'Anfrage',
  copy: 'Kopieren',
  notCopied: (text) => `Der Browser hat das Kopieren blockiert. Kopiere den Text von Hand: ${text}`,
}

export const pickerTexts: typeof english.pickerTexts = {
  nothing: 'Keine Treffer',
  more: (count) =>
    plural(count, { one: '# weiterer. Tippe, um einzugrenzen.', other: '# weitere. Tippe, um einzugrenzen.' }),
  make: (text) => `„${text}“ erstellen`,
}

export const failureTexts: typeof english.failureTexts = {
  unreachable: 'Der Server ist nicht erreichbar. Versuche es erneut, wenn die Verbindung wieder besteht.',
  strange: 'Etwas ist schiefgelaufen.',
  lost: 'Dieser Teil der Seite konnte nicht geladen werden, weil der Server nicht erreichbar ist.',
  replaced: 'Es gibt eine neuere Version dieser Seite. Lade sie neu, um fortzufahren. Deine Entwürfe sind gespeichert.',
  reload: 'Neu laden',
  oldChange: 'Diese Version der Seite unterstützt diese Änderung nicht. Lade die Seite neu.',
  deleted: 'Dies wurde gelöscht, oder du hast keinen Zugriff mehr darauf.',
  orphan: 'Das Element, zu dem diese Änderung gehört, konnte nicht erstellt werden.',
  bug: 'Auf dieser Seite ist etwas schiefgelaufen. Die Änderung wurde nicht gesendet.',
  noFields: 'Eigene Felder können gerade nicht angezeigt werden.',
}
