import { describe, expect, test } from 'vitest'
import { formatCsv as csvOfCli } from '../../clients/cli/src/output/csv.ts'
import { toCsv } from '../../src/core/csv.ts'
import { toCsv as toConsoleCsv } from '../../web/features/task-list/to-csv.ts'

/** CSV writers of a header line and one cell. */
const writers: [string, (cell: string) => string][] = [
  ['the server', (cell) => toCsv(['a'], [[cell]])],
  ['the console', (cell) => toConsoleCsv(['a'], [[cell]])],
  ['the command line', (cell) => csvOfCli([['a'], [cell]], true)],
]

const cells: [cell: string, written: string][] = [
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['=a,b', '"\'=a,b"'],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\nx', '"\'\nx"'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['﹦1', "'﹦1"],
  ['﹢1', "'﹢1"],
  ['﹣1', "'﹣1"],
  ['﹫x', "'﹫x"],
  ['⁼1', "'⁼1"],
  ['⁺1', "'⁺1"],
  ['−1', "'−1"],
  [' =1+1', "' =1+1"],
  ['\u00a0=1+1', "'\u00a0=1+1"],
  ['\u3000＝1', "'\u3000＝1"],
  ['\u200b=1+1', "'\u200b=1+1"],
  ['\ufeff=1+1', "'\ufeff=1+1"],
  ['\u202e=1+1', "'\u202e=1+1"],
  ['a=1', 'a=1'],
  ['1-2', '1-2'],
  ["'=1", "'=1"],
  ['–dash', '–dash'],
  ['Ünïcode 漢字', 'Ünïcode 漢字'],
]

describe.each(writers)('%s', (_, write) => {
  test.each(cells)('writes %j as %j', (cell, written) => {
    expect(write(cell)).toBe(`\ufeffa\r\n${written}\r\n`)
  })
})
