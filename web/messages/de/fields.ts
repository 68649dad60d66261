import type * as english from '../fields.ts'
import { formatNumber, plural } from '../plural.ts'

export const fieldTexts: typeof english.fieldTexts = {
  yes: 'Ja',
  no: 'Nein',
  none: 'keine',
  unset: 'Nicht gesetzt',
  archivedOption: 'Archiviert',
  customField: 'Eigenes Feld',
  openLink: (name) => `Link von ${name} öffnen`,
  placeholder: { text: 'Text', number: 'Zahl', url: 'https://' },
  tooLong: (max) => `Darf höchstens ${formatNumber(max)} Zeichen haben.`,
  notNumber: 'Muss eine Zahl sein, etwa 12 oder 2,5.',
  tooSmall: (min) => `Muss mindestens ${formatNumber(min)} sein.`,
  tooLarge: (max) => `Darf höchstens ${formatNumber(max)} sein.`,
  decimals: (n) =>
    n === 0
      ? 'Muss eine ganze Zahl sein.'
      : plural(n, {
          one: 'Darf höchstens # Nachkommastelle haben.',
          other: 'Darf höchstens # Nachkommastellen haben.',
        }),
  range: (min, max) =>
    min !== null && max !== null
      ? `Von ${formatNumber(min)} bis ${formatNumber(max)}`
      : min !== null
        ? `Mindestens ${formatNumber(min)}`
        : max !== null
          ? `Höchstens ${formatNumber(max)}`
          : '',
  notUrl: 'Muss eine Webadresse sein, die mit http:// oder https:// beginnt.',
  tooMany: (max) =>
    plural(max, {
      one: 'Hat schon den einen möglichen Wert. Entferne ihn zuerst.',
      other: 'Hat schon die maximalen # Werte. Entferne zuerst einen.',
    }),
  from: 'Von',
  to: 'Bis',
  contains: 'Enthält',
  exact: 'Beginne mit =, um den ganzen Text zu vergleichen.',
  apply: 'Anwenden',
  containing: (text) => `enthält „${text}“`,
  quoted: (text) => `„${text}“`,
  tooManyFilters: (max) =>
    `Eine Liste kann nach höchstens ${formatNumber(max)} eigenen Feldern gefiltert werden. Entferne zuerst eines.`,
  isUnset: 'Nicht gesetzt',
  without: (name) => `Ohne ${name}`,
  archived: (name) => `${name} (archiviert)`,
}

export const fieldTypeNames: typeof english.fieldTypeNames = {
  text: 'Text',
  number: 'Zahl',
  date: 'Datum',
  checkbox: 'Kontrollkästchen',
  select: 'Auswahl',
  multi_select: 'Mehrfachauswahl',
  person: 'Person',
  people: 'Personen',
  url: 'URL',
}
