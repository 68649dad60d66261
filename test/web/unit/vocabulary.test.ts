import { parseDay, parseQuickAdd } from '@svc/sdk/quick-add'
import { describe, expect, test } from 'vitest'
import { toTimeZone } from '../../../web/components/util/intl.ts'
import { toLocale } from '../../../web/components/util/language.ts'
import { eventDescriptions } from '../../../src/event-types.ts'
import { eventAttributes } from '../../../src/resources/work/tasks/attributes.ts'
import { priorityOrder, statusSortOrder } from '../../../src/resources/work/tasks/enums.ts'
import { fieldNames, historyTexts } from '../../../web/messages/task.ts'
import { TASK_RANKS } from '../../../web/store/query-matching.ts'
import { buildDateVocabulary } from '../../../web/components/util/date-vocabulary.ts'

const today = '2027-01-15'

/** Days written in each language, with the expected date. */
const days: Record<string, [string, string][]> = {
  'en-US': [
    ['5/6/2027', '2027-05-06'],
    ['24/12', '2027-12-24'],
    ['fri', '2027-01-15'],
    ['in 2 weeks', '2027-01-29'],
    ['24 dec', '2027-12-24'],
  ],
  'en-GB': [
    ['5/6/2027', '2027-06-05'],
    ['12/24', '2027-12-24'],
    ['tomorrow', '2027-01-16'],
  ],
  'de-DE': [
    ['5/6/2027', '2027-06-05'],
    ['5.6.2027', '2027-06-05'],
    ['heute', '2027-01-15'],
    ['morgen', '2027-01-16'],
    ['übermorgen', '2027-01-17'],
    ['Donnerstag', '2027-01-21'],
    ['do', '2027-01-21'],
    ['24. Dezember', '2027-12-24'],
    ['24. Dez. 2027', '2027-12-24'],
    ['in 3 Tagen', '2027-01-18'],
    ['in 2 Wochen', '2027-01-29'],
    ['fri', '2027-01-15'],
  ],
  'fr-FR': [
    ['05/06/2027', '2027-06-05'],
    ['demain', '2027-01-16'],
    ['après-demain', '2027-01-17'],
    ['mardi', '2027-01-19'],
    ['24 décembre', '2027-12-24'],
    ['dans 3 jours', '2027-01-18'],
  ],
  'es-ES': [
    ['5/6/2027', '2027-06-05'],
    ['mañana', '2027-01-16'],
    ['24 de diciembre', '2027-12-24'],
    ['dentro de 3 días', '2027-01-18'],
  ],
  'ru-RU': [
    ['завтра', '2027-01-16'],
    ['5 мая', '2027-05-05'],
    ['через 3 дня', '2027-01-18'],
    ['через 5 дней', '2027-01-20'],
  ],
  'ja-JP': [
    ['明日', '2027-01-16'],
    ['5月6日', '2027-05-06'],
    ['2027/5/6', '2027-05-06'],
    ['5/6', '2027-05-06'],
  ],
  'ar-EG': [
    ['٥/٦/٢٠٢٧', '2027-06-05'],
    ['غدًا', '2027-01-16'],
  ],
  'fa-IR': [['۲۰۲۷-۰۵-۰۶', '2027-05-06']],
  'hi-IN-u-nu-deva': [['५/६/२०२७', '2027-06-05']],
}

describe.each(Object.entries(days))('in %s', (language, table) => {
  const words = buildDateVocabulary(language)
  test.each(table)('%s is %s', (written, day) => {
    expect(parseDay(written, today, words)).toBe(day)
  })
})

test('an abbreviated weekday in a line needs a preceding word', () => {
  const vocabulary = buildDateVocabulary('de-DE')
  expect(parseQuickAdd('What to do', { today, vocabulary }).tokens).toEqual([])
  expect(parseQuickAdd('Seil bestellen morgen', { today, vocabulary })).toMatchObject({
    title: 'Seil bestellen',
    tokens: [{ kind: 'due', value: '2027-01-16' }],
  })
})

test.each([
  ['de-AT', 'de-AT'],
  ['de_AT.UTF-8', 'de-AT'],
  ['en-US@posix', 'en-US'],
  ['C', undefined],
  ['C.UTF-8', undefined],
  ['', undefined],
  [undefined, undefined],
  ['no such language', undefined],
])('the language %s is %s to Intl', (name, known) => {
  expect(toLocale(name)).toBe(known)
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Etc/Unknown', undefined],
  ['Mars/Olympus', undefined],
  ['', undefined],
  [null, undefined],
])('the zone %s is %s to Intl', (name, known) => {
  expect(toTimeZone(name)).toBe(known)
})

test('the console sorts statuses and priorities as the server does', () => {
  expect(TASK_RANKS).toEqual({ status: statusSortOrder, priority: priorityOrder })
})

test('the history has a text for each event of a task, and a name for each attribute', () => {
  const actions = Object.keys(eventDescriptions).flatMap((type) => (/^task\.(.+)$/.exec(type) ?? []).slice(1))
  expect(actions.filter((action) => !(action in historyTexts))).toEqual([])
  expect(eventAttributes.filter((name) => !(name in fieldNames))).toEqual([])
})
