import type * as english from '../fields.ts'
import { formatNumber, plural } from '../plural.ts'

export const fieldTexts: typeof english.fieldTexts = {
  yes: 'Sí',
  no: 'No',
  none: 'ninguno',
  unset: 'Ninguno',
  archivedOption: 'Archivada',
  customField: 'Campo personalizado',
  openLink: (name) => `Abrir el enlace de ${name}`,
  placeholder: { text: 'Texto', number: 'Número', url: 'https://' },
  tooLong: (max) => `Debe tener como máximo ${formatNumber(max)} caracteres.`,
  notNumber: 'Debe ser un número, como 12 o 2,5.',
  tooSmall: (min) => `Debe ser al menos ${formatNumber(min)}.`,
  tooLarge: (max) => `Debe ser como máximo ${formatNumber(max)}.`,
  decimals: (n) =>
    n === 0
      ? 'Debe ser un número entero.'
      : plural(n, { one: 'Debe tener como máximo # decimal.', other: 'Debe tener como máximo # decimales.' }),
  range: (min, max) =>
    min !== null && max !== null
      ? `De ${formatNumber(min)} a ${formatNumber(max)}`
      : min !== null
        ? `Al menos ${formatNumber(min)}`
        : max !== null
          ? `Como máximo ${formatNumber(max)}`
          : '',
  notUrl: 'Debe ser una dirección web que empiece por http:// o https://.',
  tooMany: (max) =>
    plural(max, {
      one: 'Ya tiene el máximo de # valor. Quítalo primero.',
      other: 'Ya tiene el máximo de # valores. Quita uno primero.',
    }),
  from: 'Desde',
  to: 'Hasta',
  contains: 'Contiene',
  exact: 'Empieza con = para comparar el texto completo.',
  apply: 'Aplicar',
  containing: (text) => `contiene «${text}»`,
  quoted: (text) => `«${text}»`,
  tooManyFilters: (max) =>
    `Una lista se puede filtrar como máximo por ${formatNumber(max)} campos personalizados. Quita uno primero.`,
  isUnset: 'Sin asignar',
  without: (name) => `Sin ${name}`,
  archived: (name) => `${name} (archivado)`,
}

export const fieldTypeNames: typeof english.fieldTypeNames = {
  text: 'Texto',
  number: 'Número',
  date: 'Fecha',
  checkbox: 'Casilla',
  select: 'Selección',
  multi_select: 'Selección múltiple',
  person: 'Persona',
  people: 'Personas',
  url: 'URL',
}
