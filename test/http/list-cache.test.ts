import { expect, it } from 'vitest'
import { PageCache } from '../../src/http/pagination/page-cache.ts'

it('caches a page from its second request', () => {
  const pages = new PageCache<{ size: number }>(1000, 500)
  expect(pages.find('a', 0)).toEqual({ worth: false })
  expect(pages.find('b', 0)).toEqual({ worth: false })
  expect(pages.find('a', 0)).toEqual({ worth: true })
  const page = { size: 100 }
  expect(pages.store('a', page)).toBe(true)
  expect(pages.find('a', 0)).toEqual({ worth: true, page })
})

it('evicts the least recently used page at the size limit', () => {
  const pages = new PageCache<{ size: number; name: string }>(1000, 500)
  for (const name of ['a', 'b', 'c', 'd']) pages.store(name, { size: 250, name })
  pages.find('a', 0)
  pages.store('e', { size: 400, name: 'e' })
  expect(pages.size).toBe(900)
  const names = ['a', 'b', 'c', 'd', 'e'].filter((name) => pages.find(name, 0).page)
  expect(names).toEqual(['a', 'd', 'e'])
  pages.store('a', { size: 100, name: 'a' })
  expect(pages.size).toBe(750)
  for (let i = 0; i < 10_000; i++) pages.store(`n${i}`, { size: 300, name: `n${i}` })
  expect(pages.size).toBeLessThanOrEqual(1000)
})

it('does not cache a page again that is too large or marked uncacheable', () => {
  const pages = new PageCache<{ size: number }>(1000, 500)
  pages.store('a', { size: 100 })
  expect(pages.store('a', { size: 501 })).toBe(false)
  expect(pages.size).toBe(0)
  for (let i = 0; i < 3; i++) expect(pages.find('a', 0)).toEqual({ worth: false })
  pages.store('b', { size: 100 })
  pages.markUncacheable('b')
  expect([pages.size, pages.find('b', 0)]).toEqual([0, { worth: false }])
})

it('drops all pages after a lost connection', () => {
  const pages = new PageCache<{ size: number }>(1000, 500)
  pages.store('a', { size: 100 })
  expect(pages.find('a', 0).page).toBeDefined()
  expect(pages.find('a', 1).page).toBeUndefined()
  expect(pages.size).toBe(0)
})

it('caches none of many pages requested in rotation', () => {
  const pages = new PageCache<{ size: number }>(1000, 500)
  for (let round = 0; round < 3; round++) for (let i = 0; i < 300; i++) expect(pages.find(`p${i}`, 0).worth).toBe(false)
  expect(pages.find('p299', 0).worth).toBe(true)
})
