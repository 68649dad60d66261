import type { Random } from './random.ts'

/** Vocabulary of titles and descriptions, most frequent first. */
export const words = `the to and fix add for in of update remove with when from on support error page list test user
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

/** A few frequent tags and a long tail. */
export const tags = `bug feature chore docs fix ui backend frontend urgent design research infra security quick-win
  blocked customer legal finance ops release mobile desktop perf a11y i18n tests debt idea later never`
  .split(/\s+/)
  .concat(Array.from({ length: 300 }, (_, i) => `area-${i + 1}`))

export const people = `ada ben cleo dan eva finn gil hana ivo jana karl lea max nora otto pia quin rosa sam tess
  uma vito wim xena yara zeno alba bram cora dirk edda fred gina hugo ilse jens kira lars mara nils olga paul
  rita sven tina ulf vera wolf xaver ylva zita anton berta cyril doris emil frida georg heidi ida jonas`.split(/\s+/)

const syllables = 'bra cho dri fle gro hul jin kra lum mox nef pla qua rus sti tro vex wol yam zor'.split(' ')

/** Returns words of five tasks each, made of frequent syllables, so that their trigrams are not as rare. */
export const buildRareWords = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const at = (index: number) => syllables[index % syllables.length]!
    return `${at(i)}${at(i * 7 + 3)}${at(5 + Math.floor(i / 20))}ix`
  })

/** Two letters of five tasks: ids contain no I, L, O or U, and no word above doubles the letter. */
export const rarePair = 'ii'
/** Two characters in the ids of about one task in a hundred, and in no text. */
export const idPair = 'qz'
export const brackets = '(((('

/** Returns words without consecutive repetitions. */
export function buildSentence(random: Random, pickWord: (random: Random) => string, length: number): string {
  let text = pickWord(random)
  let previous = text
  while (text.length < length) {
    const next = pickWord(random)
    if (next === previous) continue
    text += ` ${next}`
    previous = next
  }
  return text
}
