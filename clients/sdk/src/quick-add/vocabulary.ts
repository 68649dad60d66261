/** Words and phrases with one meaning, in any case; a space stands for any white space. */
type Words = readonly string[]

/** Date vocabulary of a language. Omitted entries have no words. */
export interface Vocabulary {
  today: Words
  tomorrow: Words
  dayAfterTomorrow?: Words
  yesterday?: Words
  /** Names of the seven days of the week, from Sunday on. */
  weekdays: readonly Words[]
  weekend?: Words
  /** Names of the twelve months, from January on. */
  months: readonly Words[]
  /** Order of day and month in `5/6`. */
  order: 'month-first' | 'day-first'
  /** The ten digits from 0 on, where the language has its own. */
  digits?: string
  /** Articles that count as one: `in a week`. */
  a?: Words
  /** Numbers as words, from one on. */
  numbers?: Words
  units?: Record<'day' | 'week' | 'month' | 'year', Words>
  /** Words before a count: `in 3 days`. */
  in?: Words
  /** Words after a count: `3 days from now`. */
  fromNow?: Words
  ago?: Words
  this?: Words
  next?: Words
  last?: Words
  endOfMonth?: Words
  endOfNextMonth?: Words
  /** Suffixes of a day of the month: `24th`. */
  ordinals?: Words
  /** Prefixes of a day of the month: `the 24th`. */
  the?: Words
  /** Words between day and month: `24th of December`. */
  of?: Words
  /** Words before a day that belong to it: `on Friday`. */
  on?: Words
  /** Words before a day that make it a due date, also where it is written in numbers: `by 9/11`. */
  by?: Words
  /** Names of days with another meaning, which need one of the words above: `on sun`. */
  ambiguous?: Words
  /** Words that make the day after them part of the sentence: `news of today`. */
  binding?: Words
}

const list = (words: string): Words => words.split(' ')

export const english: Vocabulary = {
  today: list('today tonight tod'),
  tomorrow: list('tomorrow tmrw tmr tom'),
  dayAfterTomorrow: ['day after tomorrow', 'the day after tomorrow'],
  yesterday: ['yesterday'],
  weekdays: [
    list('sunday sun'),
    list('monday mon'),
    list('tuesday tues tue'),
    list('wednesday wed'),
    list('thursday thurs thur thu'),
    list('friday fri'),
    list('saturday sat'),
  ],
  weekend: ['weekend'],
  months: [
    list('january jan'),
    list('february feb'),
    list('march mar'),
    list('april apr'),
    list('may'),
    list('june jun'),
    list('july jul'),
    list('august aug'),
    list('september sept sep'),
    list('october oct'),
    list('november nov'),
    list('december dec'),
  ],
  order: 'month-first',
  a: ['a', 'an'],
  numbers: list('one two three four five six seven eight nine ten eleven twelve'),
  units: {
    day: ['days', 'day'],
    week: list('weeks week wks wk'),
    month: list('months month'),
    year: list('years year'),
  },
  in: ['in', 'within'],
  fromNow: ['from now', 'from today', 'later'],
  ago: ['ago'],
  this: ['this'],
  next: ['next'],
  last: ['last', 'past'],
  endOfMonth: [
    'eom',
    'end of month',
    'end of the month',
    'end of this month',
    'last day of month',
    'last day of the month',
    'last day of this month',
  ],
  endOfNextMonth: ['end of next month', 'last day of next month'],
  ordinals: list('st nd rd th'),
  the: ['the'],
  of: ['of'],
  on: ['on'],
  by: list('by due until till'),
  ambiguous: list('sun wed sat weekend tod tom'),
  binding: list(
    'a about after an and any as at before between but during each every for from how in is like of or our per since than that the their to versus vs was what when with your',
  ),
}
