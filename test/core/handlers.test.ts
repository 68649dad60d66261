import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

const resources = new URL('../../src/resources/', import.meta.url)
const files = readdirSync(resources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const max = 20
/** Steps of an operation, which should only call functions named after the work. */
const steps = ['authorize', 'sideEffect', 'handle', 'compensate']

interface Step {
  name: string
  lines: number
}

const countLines = (text: string) =>
  text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line)).length

/** Finds every step that is written inline in an object of the file. */
function findSteps(file: string): Step[] {
  const source = ts.createSourceFile(file, readFileSync(new URL(file, resources), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Step[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node)) && steps.includes(node.name.getText()))
      found.push({ name: `${file}: ${node.name.getText()}`, lines: countLines(node.getText()) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('every step of an operation is short', () => {
  const found = files.flatMap(findSteps)
  expect(found.length).toBeGreaterThan(200)
  const long = found.filter(({ lines }) => lines > max)
  expect(long, `over ${max} lines: a rule (rules.ts) or a query (queries.ts) hides there`).toEqual([])
})
