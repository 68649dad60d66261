import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

const resources = new URL('../../src/resources/', import.meta.url)
const files = readdirSync(resources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const most = 20
/** What a declaration has done: each of these decides, writes, emits and presents by calling what is named after it. */
const steps = ['authorize', 'sideEffect', 'handle', 'compensate']

interface Step {
  name: string
  lines: number
}

/** Lines that are neither blank nor a comment. */
const linesOf = (text: string) =>
  text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line)).length

/** Every `access`, `act`, `handle` and `undo` that is written out in an object of the file. */
function stepsIn(file: string): Step[] {
  const source = ts.createSourceFile(file, readFileSync(new URL(file, resources), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Step[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node)) && steps.includes(node.name.getText()))
      found.push({ name: `${file}: ${node.name.getText()}`, lines: linesOf(node.getText()) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('no handler, and no other step of an operation, is longer than a glance', () => {
  const found = files.flatMap(stepsIn)
  expect(found.length).toBeGreaterThan(200)
  const long = found.filter(({ lines }) => lines > most)
  expect(long, `over ${most} lines: a rule (rules.ts) or a query (queries.ts) hides there`).toEqual([])
})
