import { describe, expect, test } from 'vitest'
import { renderEmail, toSingleLine, removeUrls } from '../../src/core/email/template.ts'

describe('text in one line of an email', () => {
  test.each([
    ['Persian with a zero-width non-joiner', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['Sinhala with a zero-width joiner', 'ක්\u200dෂ', 'ක්\u200dෂ'],
    ['joined emoji', '👩\u200d👩\u200d👧 family', '👩\u200d👩\u200d👧 family'],
    [
      'a flag made of tags',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    ],
    ['a soft hyphen', 'Donau\u00addampfer', 'Donau\u00addampfer'],
    ['marks of direction', 'שלום\u200f!', 'שלום\u200f!'],
    ['overrides of direction', 'a\u202eb\u202cc', 'a b c'],
    ['isolates', 'a\u2066b\u2069c', 'a b c'],
    ['line breaks', 'a\r\nb\u2028c\u2029d\u0085e', 'a b c d e'],
    ['controls', 'a\u0000b\u001bc\u007fd', 'a b c d'],
    ['a lone surrogate', 'a\ud800b', 'a b'],
    ['an encoded word', '=?UTF-8?Q?x?=', '= ?UTF-8?Q?x?='],
  ])('preserves or replaces %s', (_, given, displayed) => {
    expect(toSingleLine(given)).toBe(displayed)
  })

  test('is truncated to its length in characters', () => {
    expect(toSingleLine('🚢'.repeat(200))).toBe('🚢'.repeat(120))
  })
})

describe('name without web addresses', () => {
  test.each([
    ['Harbour & Works', 'Harbour & Works'],
    ['Win a prize https://evil.example/x?y now', 'Win a prize now'],
    ['HTTP://EVIL.EXAMPLE', ''],
    ['ftp://evil.example/a b', 'b'],
    ['www.evil.example', ''],
    ['Go to evil.example/win', 'Go to'],
    ['evil.example:8080 here', 'here'],
    ['evil.example?a=1', ''],
    ['192.168.0.1/admin', ''],
    ['evil.example', 'evil·example'],
    ['Call evil.co.uk today', 'Call evil·co·uk today'],
    ['evil。example', 'evil·example'],
    ['ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ／', ''],
    ['ev\u200bil.example/win', ''],
    ['https:\u200b//evil.example', ''],
    ['https://evil.example\r\nSecond line', 'Second line'],
    ['пример.рф', 'пример·рф'],
    ['пример.рф/путь', ''],
    ['Version 2.10 of Part 3.4', 'Version 2.10 of Part 3.4'],
    ['A. B. Smith and Sons', 'A. B. Smith and Sons'],
    ['End. Next', 'End. Next'],
    ['50/50 and 24/7', '50/50 and 24/7'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('%j → %j', (given, displayed) => {
    expect(removeUrls(given)).toBe(displayed)
  })

  test('is processed quickly even if long', () => {
    const startedAt = process.cpuUsage()
    removeUrls(`${'a.'.repeat(5000)} ${'a'.repeat(10_000)}`)
    expect(process.cpuUsage(startedAt).user).toBeLessThan(500_000)
  })
})

test('preserves joiners in email bodies', () => {
  const { text, html } = renderEmail(['می\u200cخواهم 👩\u200d👧'])
  for (const body of [text, html]) expect(body).toContain('می\u200cخواهم 👩\u200d👧')
})
