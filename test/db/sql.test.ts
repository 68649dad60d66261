import { describe, expect, test } from 'vitest'
import { findStatementName } from '../../src/db/driver/statement-names.ts'
import { MAX_LIST_LENGTH, sql, toSqlText, toSqlValues, type Sql } from '../../src/db/sql.ts'

const toTextAndValues = (statement: Sql) => [toSqlText(statement), ...toSqlValues(statement)]

describe('an SQL statement', () => {
  test('passes values beside the text, numbered through all fragments', () => {
    const kind = sql`kind = ${'a'}`
    const either = sql`(${sql.join([kind, sql`size > ${3}`, sql`not gone`], ' or ')})`
    const statement = sql`select ${sql.raw('id')} from things where org = ${'o'} and ${either} limit ${[5]}`
    expect(toTextAndValues(statement)).toEqual([
      'select id from things where org = $1 and (kind = $2 or size > $3 or not gone) limit $4',
      'o',
      'a',
      3,
      [5],
    ])
  })

  test('never has a value in its text', () => {
    const hostile = `'; drop table things --`
    const statement = sql`select ${hostile}, ${sql.join([hostile, hostile])} where id in (${sql.list([hostile])})`
    expect(toTextAndValues(statement)).toEqual([
      'select $1, $2, $3 where id in ($4)',
      hostile,
      hostile,
      hostile,
      hostile,
    ])
  })

  test('may have an empty fragment, and fragments need no separator', () => {
    expect(toTextAndValues(sql`a${sql``}${1}${sql`${2}`}${3}`)).toEqual(['a$1$2$3', 1, 2, 3])
  })

  test('throws when it is converted to a string', () => {
    expect(() => String(sql`1`)).toThrow('tag sql')
  })

  test('throws for a join of no fragments', () => {
    expect(() => sql.join([])).toThrow('nothing to join')
  })
})

describe('an SQL list', () => {
  const buildList = (count: number) => sql`in (${sql.list(Array.from({ length: count }, (_, i) => i))})`

  test('has one of a few lengths, padded with the last value', () => {
    expect(toTextAndValues(buildList(3))).toEqual(['in ($1, $2, $3, $4)', 0, 1, 2, 2])
    expect(toTextAndValues(buildList(0))).toEqual(['in ($1)', null])
    const lengths = Array.from({ length: MAX_LIST_LENGTH }, (_, i) => toSqlValues(buildList(i + 1)).length)
    expect([...new Set(lengths)]).toEqual([1, 4, 16, 64, MAX_LIST_LENGTH])
    expect(() => buildList(MAX_LIST_LENGTH + 1)).toThrow(/longer/)
  })
})

describe('the plan cache', () => {
  const columns = sql.raw('id, name')
  const buildOrgCondition = (ids: string[]) => (ids.length === 1 ? sql`org = ${ids[0]}` : sql`org = any(${ids})`)
  const find = (ids: string[], id: unknown) =>
    sql`select ${columns} from things where ${buildOrgCondition(ids)} and id = ${id}`

  test('finds a statement that is built again by the same text object', () => {
    const [one, other, several] = [find(['a'], 1), find(['b'], 2), find(['a', 'b'], 1)]
    expect(one.shape).toBeDefined()
    expect(one.shape).toBe(other.shape)
    expect(one.shape).not.toBe(several.shape)
    expect(findStatementName(one)).toBe(findStatementName(other))
    expect(findStatementName(one)).not.toBe(findStatementName(several))
  })

  test('distinguishes a fragment from a value in the same position', () => {
    const buildStatement = (id: unknown) => sql`select 1 where id = ${id}`
    expect(toSqlText(buildStatement(1))).toBe('select 1 where id = $1')
    expect(toSqlText(buildStatement(sql`now()`))).toBe('select 1 where id = now()')
    expect(toSqlText(buildStatement(2))).toBe('select 1 where id = $1')
    expect(findStatementName(buildStatement(1))).not.toBe(findStatementName(buildStatement(sql`now()`)))
  })

  test('shares a plan between equal texts, however they were composed', () => {
    const buildUnion = (n: number) =>
      sql`select 2 where ${sql.join(
        Array.from({ length: n }, (_, i) => sql`${i}`),
        ' or ',
      )}`
    expect(buildUnion(2).shape).toBeUndefined()
    expect(findStatementName(buildUnion(2))).toBe(findStatementName(buildUnion(2)))
    expect(findStatementName(buildUnion(2))).toBe(findStatementName(sql`select 2 where ${true} or ${false}`))
    expect(findStatementName(buildUnion(2))).not.toBe(findStatementName(buildUnion(3)))
  })

  test('is bounded for statements that requests compose', () => {
    const select = (i: number) => sql`select ${sql.raw(`c${i}`)}`
    for (let i = 0; i < 25_000; i++) expect(toSqlText(select(i))).toBe(`select c${i}`)
    expect(select(1).shape).toBeDefined()
    expect(select(24_999).shape).toBeUndefined()
    for (let i = 0; i < 1000; i++) findStatementName(select(i))
    expect(findStatementName(select(24_999))).toBeUndefined()
  })
})
