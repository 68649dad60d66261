import type { Random } from './random.ts'

/** The vocabulary of titles and descriptions, the most frequent first. */
export const words =
  `the to and fix add for in of update remove with when from on support error page list test user
  make show not project task button deploy view check after link api default new value name use import file
  filter search field change option handle label editor column table date move missing config version sort
  request response server client token login password invite member role team board card comment attachment
  upload download export report invoice payment order customer product price cart checkout shipping address
  email message notification reminder calendar event schedule sprint milestone goal roadmap release note
  document folder image photo video audio map chart graph dashboard widget menu sidebar header footer modal
  dialog form input select dropdown tooltip icon color theme dark mode layout grid flex mobile tablet desktop
  browser cache cookie session header proxy redirect route path query cursor limit offset index migration
  schema database backup restore replica shard queue worker job retry timeout latency memory leak crash panic
  debug trace log metric alert monitor health probe container image registry cluster node pod secret volume
  network firewall certificate domain renew rotate expire revoke audit access permission policy owner admin
  guest public private archive delete restore rename duplicate merge split review approve reject assign
  translate language locale german french polish spanish font size width height margin padding border shadow
  keyboard shortcut focus screen reader contrast animation transition scroll drag drop resize zoom rotate
  parser lexer compiler runtime library module package dependency lockfile bundle build pipeline lint format
  typo grammar wording guide tutorial readme changelog license contributor maintainer sponsor crane harbour
  quay vessel anchor cargo pallet forklift warehouse dock tide pilot buoy lantern signal radio antenna mast`
    .split(/\s+/)
    .filter(Boolean)

/** A few that many carry, and a long tail. */
export const tags =
  `bug feature chore docs fix ui backend frontend urgent design research infra security quick-win
  blocked customer legal finance ops release mobile desktop perf a11y i18n tests debt idea later never`
    .split(/\s+/)
    .concat(Array.from({ length: 300 }, (_, i) => `area-${i + 1}`))

export const people =
  `ada ben cleo dan eva finn gil hana ivo jana karl lea max nora otto pia quin rosa sam tess
  uma vito wim xena yara zeno alba bram cora dirk edda fred gina hugo ilse jens kira lars mara nils olga paul
  rita sven tina ulf vera wolf xaver ylva zita anton berta cyril doris emil frida georg heidi ida jonas`.split(
    /\s+/,
  )

const syllables = 'bra cho dri fle gro hul jin kra lum mox nef pla qua rus sti tro vex wol yam zor'.split(' ')

/** Words that each stand in five tasks alone: made of common syllables, so that their trigrams are not that rare. */
export const rareWords = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const at = (place: number) => syllables[place % syllables.length]!
    return `${at(i)}${at(i * 7 + 3)}${at(5 + Math.floor(i / 20))}ix`
  })

/** Two letters in five tasks; ids have no I, L, O and U, and no word above doubles the letter. */
export const rarePair = 'ii'
/** Two characters that stand in ids alone, in about one of a hundred tasks. */
export const pairOfIds = 'qz'
export const brackets = '(((('

/** Some words, no two alike in a row. */
export function sentence(random: Random, word: (random: Random) => string, length: number): string {
  let text = word(random)
  let before = text
  while (text.length < length) {
    const next = word(random)
    if (next === before) continue
    text += ` ${next}`
    before = next
  }
  return text
}
