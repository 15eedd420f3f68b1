/** Finds the globals, members and strings in a plugin's script. */
import { type Node as AcornNode, parse } from 'acorn'

export interface Place {
  readonly line: number
  readonly column: number
}

export interface NamedUse {
  readonly name: string
  readonly at: Place
}

/** A member of an object, such as `midi.onNote`. */
export interface MemberUse extends NamedUse {
  /** Object name. Renamed variables appear under their original name. */
  readonly of: string
  /** First argument of a call. Template literals are cut after the constant beginning, followed by `OPEN`. */
  readonly argument: string | undefined
}

/** Marks where the variable part of a template literal begins. */
export const OPEN = '${'

interface Node extends AcornNode {
  readonly [name: string]: unknown
}

/** Maps the local names in a scope to the original names, such as `m` to `midi` for `{ midi: m }`. */
type Scope = Map<string, string>

const isNode = (value: unknown): value is Node => typeof Object(value).type === 'string'

function childrenOf(node: Node): readonly (readonly [key: string, child: Node])[] {
  return Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map(child => [key, child] as const),
  )
}

/** @throws SyntaxError */
export function scanCode(code: string): ScannedCode {
  const program = parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
  }) as unknown as Node
  const scopes = new Map<Node, Scope>()
  declareIn(program, scopes, [])
  const scan = new ScannedCode(scopes)
  scan.visit(program, [])
  return scan
}

const isFunction = ({ type }: Node) => /Function/.test(type)
const OPENING = /^(Program|BlockStatement|StaticBlock|CatchClause|For\w*Statement|SwitchStatement|Class\w+)$/
const opens = (node: Node) => isFunction(node) || OPENING.test(node.type)

function declareIn(node: Node, scopes: Map<Node, Scope>, outer: readonly Node[]): void {
  const chain = opens(node) ? [...outer, node] : outer
  if (opens(node)) scopes.set(node, new Map())
  const declare = (pattern: unknown, holder: Node | undefined, origin?: string) =>
    bind(pattern, holder && scopes.get(holder), origin)
  const block = outer.at(-1)
  if (isFunction(node)) {
    for (const param of node.params as Node[]) declare(param, node)
    declare(node.id, node.type === 'FunctionDeclaration' ? block : node)
  } else if (/^Class(Declaration|Expression)$/.test(node.type)) declare(node.id, block)
  else if (node.type === 'CatchClause') declare(node.param, node)
  else if (/^Import\w*Specifier$/.test(node.type)) declare(node.local, block)
  else if (node.type === 'VariableDeclaration') {
    const holder = node.kind === 'var' ? outer.findLast(each => isFunction(each) || each === outer[0]) : block
    for (const { id, init } of node.declarations as { id: Node; init: unknown }[])
      declare(id, holder, isNode(init) ? memberName(init) : undefined)
  }
  for (const [, child] of childrenOf(node)) declareIn(child, scopes, chain)
}

function bind(pattern: unknown, scope: Scope | undefined, origin?: string): void {
  if (!scope || !isNode(pattern)) return
  if (pattern.type === 'Identifier') scope.set(`${pattern.name}`, origin ?? `${pattern.name}`)
  else if (pattern.type === 'Property') bind(pattern.value, scope, keyOf(pattern))
  else if (pattern.type === 'AssignmentPattern') bind(pattern.left, scope, origin)
  else for (const [, child] of childrenOf(pattern)) bind(child, scope)
}

function keyOf({ key, computed }: Node): string | undefined {
  return isNode(key) && !computed ? String(key.name ?? key.value) : undefined
}

function memberName({ type, property, computed }: Node): string | undefined {
  return type === 'MemberExpression' && isNode(property) && !computed ? String(property.name) : undefined
}

export class ScannedCode {
  readonly globals: NamedUse[] = []
  readonly members: MemberUse[] = []
  readonly texts = new Map<string, Place>()
  /** Strings passed to `t`. Template literals are cut after the constant beginning, followed by `OPEN`. */
  readonly translated: NamedUse[] = []
  readonly imports: NamedUse[] = []

  constructor(private readonly scopes: ReadonlyMap<Node, Scope>) {}

  visit(node: Node, outer: readonly Scope[], argument?: string): void {
    const own = this.scopes.get(node)
    const chain = own ? [...outer, own] : outer
    this.look(node, chain, argument)
    const passed = node.type === 'CallExpression' ? textOf((node.arguments as Node[])[0]) : undefined
    for (const [key, child] of childrenOf(node)) {
      if (!isName(node, key)) this.visit(child, chain, key === 'callee' ? passed : undefined)
    }
  }

  /** @param argument first argument if the node is called */
  private look(node: Node, chain: readonly Scope[], argument?: string): void {
    const at = placeOf(node)
    const name = nameOf(node, chain)
    if (name === 't' && argument !== undefined) this.translated.push({ name: argument, at })
    if (node.type === 'Identifier') {
      const global = `${node.name}`
      if (!chain.some(scope => scope.has(global))) this.globals.push({ name: global, at })
    } else if (node.type === 'Literal' && typeof node.value === 'string') this.texts.set(node.value, at)
    else if (node.type === 'TemplateElement') this.texts.set(Object(node.value).cooked, at)
    else if (/^(Import|ExportNamed|ExportAll)Declaration$|^ImportExpression$/.test(node.type)) {
      if (isNode(node.source)) this.imports.push({ name: textOf(node.source) ?? '', at })
    } else if (node.type === 'MemberExpression') {
      const of = nameOf(node.object as Node, chain)
      if (name !== undefined && of !== undefined) this.members.push({ of, name, at, argument })
    }
  }
}

/** Returns whether a child is a name rather than a reference. */
function isName(node: Node, key: string): boolean {
  if (key === 'label' || key === 'exported' || key === 'imported' || node.type === 'MetaProperty') return true
  // `typeof x` only tests whether x exists.
  if (node.type === 'UnaryExpression') return node.operator === 'typeof' && isIdentifier(node.argument)
  if (key === 'property') return node.type === 'MemberExpression' && !node.computed
  return key === 'key' && !node.computed
}

const isIdentifier = (node: unknown) => isNode(node) && node.type === 'Identifier'

/** Returns the original name of a variable, or the name of a member. */
function nameOf(node: Node, chain: readonly Scope[]): string | undefined {
  if (node.type !== 'Identifier') return memberName(node)
  const name = `${node.name}`
  return chain.findLast(scope => scope.has(name))?.get(name) ?? name
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  const [first, ...rest] = node.quasis as Node[]
  return `${Object(first?.value).cooked}${rest.length > 0 ? OPEN : ''}`
}

function placeOf({ loc }: Node): Place {
  return { line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 }
}
