import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst, type ESTree, type Plugin } from 'vite'

type Node = ESTree.Node
type Identifier = Pick<ESTree.IdentifierName, 'name' | 'start' | 'end'>
/** Short keys of a group of texts, by the keys in the sources. */
type ShortKeys = ReadonlyMap<string, string>

interface NamedKey {
  group: string
  key: Identifier
  /** Set if the key also names a variable, as in `const { save } = texts`. */
  isVariable: boolean
}

const folder = import.meta.dirname
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns the shortest identifiers in order: a to Z, then aa, ab. */
function toShortKey(index: number): string {
  const rest = Math.floor(index / LETTERS.length)
  return (rest ? toShortKey(rest - 1) : '') + LETTERS[index % LETTERS.length]
}

function visitNodes(node: object, visit: (node: Node, parent: Node) => void, parent?: Node): void {
  if ('type' in node && parent) visit(node as Node, parent)
  const around = 'type' in node ? (node as Node) : parent
  for (const name in node) {
    const child: unknown = node[name as keyof typeof node]
    if (typeof child === 'object' && child !== null) visitNodes(child, visit, around)
  }
}

/** Returns a group's name and object, where English texts or a translation define one. */
function findGroup(node: Node): [name: string, texts: ESTree.ObjectExpression] | undefined {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return undefined
  const texts = node.init?.type === 'CallExpression' ? node.init.arguments[1] : node.init
  return texts?.type === 'ObjectExpression' ? [node.id.name, texts] : undefined
}

const listKeys = ({ properties }: ESTree.ObjectExpression): Identifier[] =>
  properties.flatMap((one) => (one.type === 'Property' && one.key.type === 'Identifier' ? [one.key] : []))

/** Returns what a module imports: names in it, with the names of the exports. */
function listImports({ body }: ESTree.Program): Map<string, string> {
  const imports = body.flatMap((node) => (node.type === 'ImportDeclaration' ? node.specifiers : []))
  return new Map(
    imports.flatMap((one) =>
      one.type === 'ImportSpecifier' && one.imported.type === 'Identifier'
        ? [[one.local.name, one.imported.name] as const]
        : [],
    ),
  )
}

/** Returns whether an identifier is a name after a dot, a key, or part of an import. */
const isOnlyName = (node: Node, parent: Node): boolean =>
  (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
  (parent.type === 'Property' && parent.key === node && !parent.shorthand) ||
  (parent.type === 'TSQualifiedName' && parent.right === node) ||
  /^(?:Import|Export)Specifier$|^TSPropertySignature$/.test(parent.type)

/** Returns the keys where texts of a group are read by their names; undefined if by other means. */
function findKeys(node: Node, parent: Node): Identifier[] | undefined {
  if (parent.type === 'MemberExpression' && parent.object === node && !parent.computed)
    return [parent.property as Identifier]
  if (parent.type !== 'VariableDeclarator' || parent.init !== node || parent.id.type !== 'ObjectPattern')
    return undefined
  const keys = parent.id.properties.flatMap((one) => (one.type === 'Property' && one.shorthand ? [one.key] : []))
  return keys.length === parent.id.properties.length ? (keys as Identifier[]) : undefined
}

/** Returns the keys in a module, where texts are defined and used, and groups that it uses by other means. */
function listNamedKeys(program: ESTree.Program, areTexts: boolean): { named: NamedKey[]; computed: string[] } {
  const imported = listImports(program)
  const [named, computed]: [NamedKey[], string[]] = [[], []]
  visitNodes(program, (node, parent) => {
    const [name, texts] = (areTexts && findGroup(node)) || []
    if (name && texts) for (const key of listKeys(texts)) named.push({ group: name, key, isVariable: false })
    if (node.type !== 'Identifier' || isOnlyName(node, parent)) return
    const group = imported.get(node.name) ?? (areTexts ? node.name : undefined)
    const isDefinition = areTexts && parent.type === 'VariableDeclarator' && parent.id === node && findGroup(parent)
    if (!group || isDefinition) return
    const keys = findKeys(node, parent)
    const isVariable = parent.type === 'VariableDeclarator'
    if (keys) named.push(...keys.map((key) => ({ group, key, isVariable })))
    else computed.push(group)
  })
  return { named, computed }
}

const isSource = (name: string): boolean => /\.tsx?$/.test(name) && !name.endsWith('.d.ts')
const isTexts = (id: string): boolean => id.startsWith(join(folder, 'messages'))
const hasTexts = (id: string, code: string): boolean => isTexts(id) || code.includes('/messages/')
const isEnglish = (id: string): boolean => /\/messages\/[^/]+$/.test(id)

/** Other ways to load texts, which would find no short keys. */
const UNSUPPORTED = /\b(?:import\s*\*[^;]*?from|export\s*\{[^}]*\}\s*from|import\()\s*'[^']*\/messages\/(?!load-)/

/** Returns short keys of each group whose keys the sources only name, and never compute, list or pass on. */
function buildShortKeys(): Map<string, ShortKeys> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource)
  const groups = new Map<string, ShortKeys>()
  const computed = new Set<string>()
  for (const file of files.map((name) => join(folder, name))) {
    const source = readFileSync(file, 'utf8')
    if (!hasTexts(file, source)) continue
    if (UNSUPPORTED.test(source)) throw new Error(`${file}: import texts by name, so that their keys can be shortened`)
    const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file)
    for (const group of listNamedKeys(program, isTexts(file)).computed) computed.add(group)
    if (!isEnglish(file)) continue
    visitNodes(program, (node) => {
      const [name, texts] = findGroup(node) ?? []
      const keys = texts ? listKeys(texts) : []
      if (name && keys.length === texts?.properties.length)
        groups.set(name, new Map(keys.map((key, index) => [key.name, toShortKey(index)])))
    })
  }
  for (const name of computed) groups.delete(name)
  return groups
}

/** Shortens the keys of texts in all languages, which no minifier does, since they are properties. */
export function shortenMessageKeys(): Plugin {
  let groups = new Map<string, ShortKeys>()
  return {
    name: 'shorten-message-keys',
    enforce: 'post',
    buildStart() {
      groups = buildShortKeys()
    },
    transform(code, id) {
      if (!id.startsWith(folder) || !isSource(id) || !hasTexts(id, code)) return undefined
      const { named } = listNamedKeys(this.parse(code), isTexts(id))
      let short = code
      for (const { group, key, isVariable } of named.toSorted((a, b) => b.key.start - a.key.start)) {
        if (!groups.has(group)) continue
        const name = groups.get(group)!.get(key.name)
        if (!name) throw new Error(`${id}: ${group} has no text ${key.name}`)
        short = short.slice(0, key.start) + (isVariable ? `${name}: ${key.name}` : name) + short.slice(key.end)
      }
      return { code: short, map: null }
    },
  }
}
