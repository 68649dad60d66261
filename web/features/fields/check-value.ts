import type { Field } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'

/** Result of parsing typed text: a value, null to clear, or what is wrong. */
type TypedValue = { value: string | number | null } | { error: string }

type TypedField = Pick<Field, 'type' | 'decimals' | 'min' | 'max'>

const MAX_TEXT = 500
const MAX_URL = 2000
export const MAX_ITEMS: Partial<Record<Field['type'], number>> = { multi_select: 20, people: 10 }

/** Parses the text typed for a text, number or URL, by the rules of the server. */
export function parseTypedValue(field: TypedField, typed: string): TypedValue {
  const text = typed.trim()
  if (text === '') return { value: null }
  if (field.type === 'number') return parseNumber(field, text)
  if (field.type === 'url') return parseUrl(text)
  return [...text].length > MAX_TEXT ? { error: fieldTexts.tooLong(MAX_TEXT) } : { value: text }
}

function parseNumber({ decimals, min, max }: TypedField, text: string): TypedValue {
  const value = toNumber(text)
  if (value === undefined) return { error: fieldTexts.notNumber }
  if (min !== null && value < min) return { error: fieldTexts.tooSmall(min) }
  if (max !== null && value > max) return { error: fieldTexts.tooLarge(max) }
  if (decimals !== null && Number(value.toFixed(decimals)) !== value) return { error: fieldTexts.decimals(decimals) }
  return { value }
}

/** Parses a number with a point or comma as decimal separator; spaces and underscores group digits. */
export function toNumber(text: string): number | undefined {
  const plain = text.replaceAll(/[\s_]/g, '').replace('−', '-')
  const normalized =
    /^[+-]?\d*,\d+$/.test(plain) && !/^[+-]?\d{1,3}(,\d{3})+$/.test(plain) ? plain.replace(',', '.') : plain
  const value = Number(normalized.replaceAll(',', ''))
  return normalized === '' || !Number.isFinite(value) ? undefined : value
}

function parseUrl(text: string): TypedValue {
  const url = /^[\w.-]+\.[a-z]{2,}(?:[/?#:]|$)/i.test(text) ? `https://${text}` : text
  if (url.length > MAX_URL) return { error: fieldTexts.tooLong(MAX_URL) }
  return /^https?:\/\/[^\s/?#]+/i.test(url) && URL.canParse(url) && !/\s/.test(url)
    ? { value: url }
    : { error: fieldTexts.notUrl }
}
