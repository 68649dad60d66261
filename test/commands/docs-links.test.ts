import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(file))

const stripCode = (text: string) => text.replace(/^ *```.*?^ *```$/gms, '')

/** Returns the anchors of a page's headings, as GitHub derives them. */
function listAnchors(file: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of stripCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)) {
    const text = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = text.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    let name = anchor
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`
    anchors.add(name)
  }
  return anchors
}

/** Returns the links of a page that lead to a missing file or heading. */
function listBrokenLinks(file: string): string[] {
  const text = stripCode(readFileSync(file, 'utf8')).replace(/`[^`\n]*`/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path, anchor] = link.split('#')
    const target = path ? resolve(dirname(file), path) : resolve(file)
    if (!existsSync(target)) return true
    if (!anchor) return false
    const page = statSync(target).isDirectory() ? join(target, 'README.md') : target
    return page.endsWith('.md') && !listAnchors(relative('.', page)).has(anchor)
  })
}

describe('documentation', () => {
  test.each(files)('%s links to existing files and headings', (file) => {
    expect(listBrokenLinks(file)).toEqual([])
  })

  test('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
    const unknown = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)]
        .map(([, name]) => name!)
        .filter((name) => !Object.hasOwn(scripts, name))
        .map((name) => `${file}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})
