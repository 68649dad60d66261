import type { ComponentChildren, VNode } from 'preact'
import { describe, expect, test } from 'vitest'
import { findMentions } from '../../../src/resources/work/comments/mention-parser.ts'
import { renderMarkdown } from '../../../web/components/render-markdown.ts'

const known = ['ada', 'ada.l', 'ada-l', 'Bob', 'x_', 'a1']

/** Lists the users that the server finds in a text, each once. */
const findServerMentions = (text: string): string[] => {
  const found = findMentions(text).flatMap(
    (names) => names.map((name) => known.find((one) => one.toLowerCase() === name.toLowerCase())).find(Boolean) ?? [],
  )
  return [...new Set(found)]
}

/** Lists the names that the console highlights in a text, each once. */
function findConsoleMentions(text: string): string[] {
  const found: string[] = []
  const visitNode = (node: ComponentChildren): void => {
    if (Array.isArray(node)) return node.forEach(visitNode)
    if (typeof node !== 'object' || node === null) return
    const { props } = node as VNode<{ class?: string; children?: ComponentChildren }>
    if (props.class === 'markdown-mention')
      found.push(known.find((one) => `@${one}`.toLowerCase() === String(props.children).toLowerCase())!)
    visitNode(props.children)
  }
  visitNode(renderMarkdown(text, { mentions: known, keyUrls: new Map(), getTaskUrl: (id) => id }))
  return [...new Set(found)]
}

const cases: [text: string, names: string[]][] = [
  ['@ada', ['ada']],
  ['Hi @ada, look', ['ada']],
  ['@ADA @bOB', ['ada', 'Bob']],
  ['Ask @ada.', ['ada']],
  ['Ask @ada...', ['ada']],
  ['Ask @ada.l.', ['ada.l']],
  ['@ada-l and @ada-', ['ada-l', 'ada']],
  ['@ada!@Bob', ['ada', 'Bob']],
  ["@ada's crane", ['ada']],
  ['(@ada) [@Bob] {@a1} "@x_"', ['ada', 'Bob', 'a1', 'x_']],
  ['**@ada** _@Bob_ ~~@a1~~', ['ada', 'Bob', 'a1']],
  ['.@ada look', ['ada']],
  ['@ada: @Bob; @a1?', ['ada', 'Bob', 'a1']],
  ['@ada/@ghost', ['ada']],
  ['> @ada said', ['ada']],
  ['- @ada\n- @Bob', ['ada', 'Bob']],
  ['# For @ada', ['ada']],
  ['| a |\n| - |\n| @ada |', ['ada']],
  ['お願い@adaさん', ['ada']],
  ['请@ada看', ['ada']],
  ['ada', []],
  ['@adam', []],
  ['@ada_b', []],
  ['@ada1', []],
  ['@adaé', []],
  ['é@ada', []],
  ['x@ada', []],
  ['1@ada', []],
  ['mail ada@ada.example', []],
  ['mail first.last+tag@ada', []],
  ['mail x-@ada', []],
  ['@ada@social.example', []],
  ['@@ada', []],
  ['@ada/package', []],
  ['src/@ada', []],
  ['\\@ada', []],
  ['@ ada', []],
  ['`@ada`', []],
  ['``a ` @ada``', []],
  ['`a` @ada `b`', ['ada']],
  ['`open @ada', ['ada']],
  ['``open @ada`', ['ada']],
  ['```\n@ada\n```', []],
  ['```ts\n@ada\n```\n@Bob', ['Bob']],
  ['~~~\n@ada\n```\n@Bob\n~~~', []],
  ['````\n```\n@ada\n````\n@Bob', ['Bob']],
  ['```\n@ada and no end', []],
  ['> ```\n> @ada\n> ```\n> @Bob', ['Bob']],
  ['> ```\n> @ada\n\n@Bob', ['Bob']],
  ['- ```\n  @ada\n  ```\n- @Bob', ['Bob']],
  ['    @ada\n\n@Bob', ['Bob']],
  ['\t@ada', []],
  ['text\n    @ada', ['ada']],
  ['- item\n\n    @ada', ['ada']],
  ['    ```\n@ada', ['ada']],
  ['https://example.com/@ada', []],
  ['see https://example.com/a?b=@ada @Bob', ['Bob']],
  ['www.example.com/@ada', []],
  ['<https://example.com/@ada>', []],
  ['<mailto:x@ada.example>', []],
  ['[@ada](https://example.com)', []],
  ['[see @ada now](https://example.com "@Bob") @a1', ['a1']],
  ['[docs](https://example.com/@ada)', []],
  ['[docs](<a b/@ada>)', []],
  ['![@ada](https://example.com/a.png)', []],
  ['[@ada] (not a link)', ['ada']],
  ['[x](https://a.example) @ada [y](https://b.example)', ['ada']],
]

describe.each([
  ['the server', findServerMentions],
  ['the console', findConsoleMentions],
])('%s', (_, find) => {
  test.each(cases)('finds in %j the mentions %j', (text, names) => expect(find(text)).toEqual(names))
})

test('parses a pathological text quickly', () => {
  const parts = [
    '@',
    '@a',
    '`',
    '[',
    ']',
    '](',
    '](<',
    '](a "',
    '<',
    '<a',
    '\\',
    '_',
    '_@a',
    '- ',
    '> ',
    '``` ',
    '~~~\n',
    '    ',
    'http:',
    '@a.',
    '.@',
    '[@a](b',
  ]
  for (const part of [...parts, ...parts.map((one) => `${one} `), ...parts.map((one) => `${one}\n`)]) {
    const startedAt = process.cpuUsage()
    findMentions(`@ada ${part.repeat(50_000 / part.length)}`)
    expect([part, process.cpuUsage(startedAt).user < 1_000_000]).toEqual([part, true])
  }
  const runs = Array.from({ length: 300 }, (_, n) => '`'.repeat(n + 1)).join(' ')
  const startedAt = process.cpuUsage()
  findMentions(`@ada ${runs}`)
  expect(process.cpuUsage(startedAt).user).toBeLessThan(500_000)
})
