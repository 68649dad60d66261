// Checks names, comments and texts against docs/style.md: doc comments begin with a verb or a noun, words that have a
// standard term are not used, and an exported name means one thing in its package.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from './prepare.mjs'

const packages = ['src', 'web', 'clients/cli/src', 'clients/sdk/src', 'clients/import/src']
const folders = [...packages, 'test', 'bench', 'scripts', 'vitest.config.ts']
const words = 'told|asked|kept|whoever|whomever|somebody|anew|meanwhile'
const wordsInText = new RegExp(`\\b(?:${words})\\b`, 'i')
/** Words that names must replace by the standard term; sentences may use them. */
const wordsOfNamesOnly = 'verdict|horizon|heir|asker|ledger|minting'
const nameWords = `${words}|${wordsOfNamesOnly}`
/** Matches a word within camelCase, PascalCase or CONSTANT_CASE. */
const capitalized = nameWords.replace(/(^|\|)[a-z]/g, (start) => start.toUpperCase())
const wordsInName = new RegExp(`(?:(?:^|_)(?:${nameWords})|(?:${capitalized}))(?![a-z])`)
const published = new Set(['tagOf'])
const badStart = /^(?:What|Who|Whom|Whose|Where|Whether|How|Whoever)\b/

const problems = []
const exported = new Map(packages.map((name) => [name, new Map()]))

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file) && !file.includes('/generated/') && file !== 'scripts/style.mjs')
for (const file of files) checkFile(file)
for (const names of exported.values())
  for (const [name, places] of names)
    if (places.length > 1) problems.push(`${places.join(', ')}: "${name}" is exported ${places.length} times`)

for (const problem of problems) console.error(problem)
if (problems.length) {
  console.error(`style: ${problems.length} problems. docs/style.md has the rules and the standard terms.`)
  process.exitCode = 1
}

function checkFile(file) {
  let text
  try {
    text = readFileSync(path.join(root, file), 'utf8')
  } catch {
    return
  }
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const report = (position, problem) =>
    problems.push(`${file}:${source.getLineAndCharacterOfPosition(position).line + 1}: ${problem}`)
  checkComments(source, report)
  checkNames(source, source, report)
  const names = exported.get(packages.find((name) => file.startsWith(`${name}/`)))
  // A translation has the names of the English texts.
  if (names && !/^web\/messages\/[a-z]{2}\//.test(file))
    for (const name of listExports(source)) names.set(name, [...(names.get(name) ?? []), file])
}

/** Visits every comment once: the scanner would mistake template strings and JSX text for comments. */
function checkComments(source, report) {
  const seen = new Set()
  const visit = (node) => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
    ]
    for (const { pos, end } of ranges) {
      if (seen.has(pos) || node.kind === ts.SyntaxKind.JsxText) continue
      seen.add(pos)
      const comment = source.text.slice(pos, end)
      const sentence = comment.replace(/^[/*\s]+/, '')
      if (badStart.test(sentence)) report(pos, `a comment begins with "${sentence.match(badStart)[0]}"`)
      const word = wordsInText.exec(comment)
      if (word) report(pos, `"${word[0]}" in a comment`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}

function checkNames(node, source, report) {
  if (ts.isIdentifier(node) && isDeclared(node)) {
    const { text } = node
    const word = wordsInName.exec(text)
    if (word) report(node.getStart(source), `"${word[0]}" in the name ${text}`)
    if (isFunctionName(node) && /[a-z0-9]Of$/.test(text) && !published.has(text))
      report(node.getStart(source), `the function ${text} is not named verb + noun`)
    if (/^most[A-Z]/.test(text)) report(node.getStart(source), `the limit ${text} is not named MAX_…`)
  }
  ts.forEachChild(node, (child) => checkNames(child, source, report))
}

function isDeclared({ parent, ...node }) {
  return (
    'name' in parent &&
    parent.name?.pos === node.pos &&
    (ts.isVariableDeclaration(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isBindingElement(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent) ||
      ts.isClassDeclaration(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent))
  )
}

function isFunctionName({ parent }) {
  if (ts.isFunctionDeclaration(parent) || ts.isMethodDeclaration(parent)) return true
  const value = ts.isVariableDeclaration(parent) ? parent.initializer : undefined
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
}

/** Returns the names that a file exports by a declaration of its own; a re-export is the same name. */
function listExports(source) {
  return source.statements
    .flatMap((statement) => {
      const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
      if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
      if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return []
      if (!ts.isVariableStatement(statement)) return statement.name ? [statement.name.text] : []
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => element.name?.text ?? []),
      )
    })
    .filter((name, index, names) => names.indexOf(name) === index)
}
