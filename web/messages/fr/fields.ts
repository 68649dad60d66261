import type * as english from '../fields.ts'
import { formatNumber, plural } from '../plural.ts'

export const fieldTexts: typeof english.fieldTexts = {
  yes: 'Oui',
  no: 'Non',
  none: 'aucune',
  unset: 'Non défini',
  archivedOption: 'Archivée',
  customField: 'Champ personnalisé',
  openLink: (name) => `Ouvrir le lien de ${name}`,
  placeholder: { text: 'Texte', number: 'Nombre', url: 'https://' },
  tooLong: (max) => `Doit avoir ${formatNumber(max)} caractères au maximum.`,
  notNumber: 'Doit être un nombre, comme 12 ou 2,5.',
  tooSmall: (min) => `Doit être au moins ${formatNumber(min)}.`,
  tooLarge: (max) => `Doit être au plus ${formatNumber(max)}.`,
  decimals: (n) =>
    n === 0
      ? 'Doit être un nombre entier.'
      : plural(n, { one: 'Doit avoir # décimale au maximum.', other: 'Doit avoir # décimales au maximum.' }),
  range: (min, max) =>
    min !== null && max !== null
      ? `De ${formatNumber(min)} à ${formatNumber(max)}`
      : min !== null
        ? `Au moins ${formatNumber(min)}`
        : max !== null
          ? `Au plus ${formatNumber(max)}`
          : '',
  notUrl: 'Doit être une adresse web qui commence par http:// ou https://.',
  tooMany: (max) =>
    plural(max, {
      one: 'Contient déjà le maximum de # valeur. Retirez-la d’abord.',
      other: 'Contient déjà le maximum de # valeurs. Retirez-en une d’abord.',
    }),
  from: 'De',
  to: 'À',
  contains: 'Contient',
  exact: 'Commencez par = pour comparer le texte entier.',
  apply: 'Appliquer',
  containing: (text) => `contient « ${text} »`,
  quoted: (text) => `« ${text} »`,
  tooManyFilters: (max) =>
    `Une liste peut être filtrée par ${formatNumber(max)} champs personnalisés au maximum. Retirez-en un d’abord.`,
  isUnset: 'Non défini',
  without: (name) => `Sans ${name}`,
  archived: (name) => `${name} (archivé)`,
}

export const fieldTypeNames: typeof english.fieldTypeNames = {
  text: 'Texte',
  number: 'Nombre',
  date: 'Date',
  checkbox: 'Case à cocher',
  select: 'Choix unique',
  multi_select: 'Choix multiple',
  person: 'Personne',
  people: 'Personnes',
  url: 'URL',
}
