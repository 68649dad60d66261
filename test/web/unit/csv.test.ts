import { expect, test } from 'vitest'
import { csvOf } from '../../../web/screens/tasks/csv-text.ts'

test('a cell that a spreadsheet would run is text, and what separates cells is quoted', () => {
  const file = csvOf(
    ['Title', 'Due'],
    [
      ['=HYPERLINK("http://x")', null],
      ['+1', '-1'],
      ['@a', '\tb'],
      ['one, "two"\nthree', '2027-01-15'],
    ],
  )
  expect(file).toBe(
    'Title,Due\r\n' +
      '"\'=HYPERLINK(""http://x"")",\r\n' +
      "'+1,'-1\r\n" +
      "'@a,'\tb\r\n" +
      '"one, ""two""\nthree",2027-01-15\r\n',
  )
})
