import ts from 'typescript'

export interface Phrase {
  readonly key: string
  readonly file: string
  readonly line: number
  /** True if the message is used with a `count`. */
  readonly plural: boolean
  /** Context of the message; `true` if it is computed at run time. */
  readonly context: string | boolean
  /** Names of the values passed; undefined unless they are an object literal. */
  readonly given: readonly string[] | undefined
}

export interface SourceProblem {
  readonly file: string
  readonly line: number
  readonly message: string
}

export interface SourceKeys {
  readonly phrases: readonly Phrase[]
  readonly problems: readonly SourceProblem[]
}

const MANIFEST_TEXTS = new Set(['title', 'description', 'words', 'section', 'unit'])

/** i18next options, which are not message values. */
const OWN_OPTIONS = new Set([
  'context',
  'count',
  'defaultValue',
  'ns',
  'lng',
  'lngs',
  'fallbackLng',
  'ordinal',
])
const COUNT = 'count'
/** Detects plurals in tables, where no values are passed: the message contains `{{count}}`. */
const COUNTED = /\{\{\s*count\b/

/** Functions that mark messages translated elsewhere: `phrases({ timeout: 'The server …' })`. */
const MARKERS = new Set(['phrase', 'phrases'])

function calledName(call: ts.CallExpression): string {
  const callee = call.expression
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : ''
}

/** Returns a string literal, or both branches of a conditional expression. */
function literals(expression: ts.Expression): readonly string[] | undefined {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isParenthesizedExpression(expression)) return literals(expression.expression)
  if (!ts.isConditionalExpression(expression)) return undefined
  const [yes, no] = [literals(expression.whenTrue), literals(expression.whenFalse)]
  return yes && no ? [...yes, ...no] : undefined
}

function propertyName(property: ts.ObjectLiteralElementLike): string | undefined {
  const name = property.name
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined
}

type Options = Pick<Phrase, 'plural' | 'context' | 'given'>

const NO_OPTIONS: Options = { plural: false, context: false, given: [] }
const UNKNOWN_VALUES: Options = { ...NO_OPTIONS, given: undefined }

const NO_LITERAL =
  't() takes the English sentence itself: write it there, or use tm() for the text of a manifest or a table.'

function readOptions(options: ts.Expression | undefined): Options {
  if (!options) return NO_OPTIONS
  if (!ts.isObjectLiteralExpression(options)) return UNKNOWN_VALUES
  const names = options.properties.map(propertyName)
  const context = options.properties.find(property => propertyName(property) === 'context')
  const value = context && ts.isPropertyAssignment(context) ? context.initializer : undefined
  const isSpread = options.properties.some(ts.isSpreadAssignment)
  return {
    plural: names.includes(COUNT),
    context: value && ts.isStringLiteralLike(value) ? value.text : context !== undefined,
    given: isSpread
      ? undefined
      : names.filter(
          (name): name is string => name !== undefined && (name === COUNT || !OWN_OPTIONS.has(name)),
        ),
  }
}

/** Returns the `i18nKey` of a `<Trans>` element, or its text. */
function transKey(element: ts.JsxElement | ts.JsxSelfClosingElement): string | undefined {
  const opening = ts.isJsxElement(element) ? element.openingElement : element
  for (const attribute of opening.attributes.properties) {
    if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== 'i18nKey') continue
    const value = attribute.initializer
    if (value && ts.isStringLiteral(value)) return value.text
    if (value && ts.isJsxExpression(value) && value.expression) return literals(value.expression)?.[0]
    return undefined
  }
  if (!ts.isJsxElement(element)) return undefined
  const texts = element.children.filter(ts.isJsxText)
  if (texts.length !== element.children.length) return undefined
  return texts
    .map(child => child.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns true for a `define…()` call or an object with an ID and a title. */
function describes(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return /^define[A-Z]/.test(calledName(node))
  if (!ts.isObjectLiteralExpression(node)) return false
  const names = node.properties.map(propertyName)
  return names.includes('id') && names.includes('title')
}

function property(of: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = of.properties.filter(ts.isPropertyAssignment).find(each => propertyName(each) === name)
  return found?.initializer
}

/** Returns the messages in a notice: `notices.post({ kind, message, action: { label } })`. */
function noticeTexts(call: ts.CallExpression): readonly ts.Expression[] {
  const [notice] = call.arguments
  if (calledName(call) !== 'post' || !notice || !ts.isObjectLiteralExpression(notice)) return []
  if (!property(notice, 'kind')) return []
  const action = property(notice, 'action')
  const label = action && ts.isObjectLiteralExpression(action) ? property(action, 'label') : undefined
  return [property(notice, 'message'), label].filter(text => text !== undefined)
}

/** Returns true if the file imports i18next or defines both `t` and `tm`. */
function definesTranslation(source: ts.SourceFile): boolean {
  const find = (node: ts.Node): boolean =>
    (ts.isImportDeclaration(node) && node.moduleSpecifier.getText(source).includes("'i18next'")) ||
    ((ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) && propertyName(node) === 'tm') ||
    ts.forEachChild(node, find) === true
  return find(source)
}

/** Returns true for `translator.t(namespace, sentence, values)`. */
function namesItsNamespace(call: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(call.expression) &&
    /\btranslator$|\(TRANSLATOR\)$/.test(call.expression.expression.getText())
  )
}

/** @param manifest true if `title` and `description` are shown to users */
export function sourceKeys(file: string, text: string, manifest: boolean): SourceKeys {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const phrases: Phrase[] = []
  const problems: SourceProblem[] = []
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
  const add = (key: string, node: ts.Node, options: Options) =>
    phrases.push({ key, file, line: lineOf(node), ...options, plural: options.plural || COUNTED.test(key) })
  const refuse = (node: ts.Node, message: string) => problems.push({ file, line: lineOf(node), message })

  const translates = definesTranslation(source)

  const visitCall = (call: ts.CallExpression) => {
    for (const text of noticeTexts(call))
      for (const key of literals(text) ?? []) add(key, text, UNKNOWN_VALUES)
    if (calledName(call) !== 't') return
    const named = namesItsNamespace(call)
    const [sentence, options] = named ? call.arguments.slice(1) : call.arguments
    if (!sentence) return
    const keys = literals(sentence)
    if (keys) for (const key of keys) add(key, sentence, readOptions(options))
    else if (!translates && !named) refuse(sentence, NO_LITERAL)
  }

  const visitTrans = (element: ts.JsxElement | ts.JsxSelfClosingElement) => {
    const opening = ts.isJsxElement(element) ? element.openingElement : element
    if (opening.tagName.getText(source) !== 'Trans') return
    const key = transKey(element)
    if (key) add(key, element, UNKNOWN_VALUES)
    else refuse(element, '<Trans> needs its English sentence as a literal i18nKey.')
  }

  /** If `marked` is true, all string literals are messages. */
  const visit = (node: ts.Node, inManifest: boolean, marked: boolean) => {
    if (ts.isCallExpression(node)) visitCall(node)
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) visitTrans(node)
    const named = ts.isCallExpression(node) ? calledName(node) : ''
    const marking = marked || MARKERS.has(named)
    const describing = inManifest || describes(node)
    if (ts.isPropertyAssignment(node)) {
      const texts = literals(node.initializer)
      const isText = marked || (inManifest && MANIFEST_TEXTS.has(propertyName(node) ?? ''))
      if (texts && isText) for (const key of texts) add(key, node.initializer, UNKNOWN_VALUES)
    } else if (marked && ts.isStringLiteralLike(node) && !ts.isPropertyAssignment(node.parent))
      add(node.text, node, UNKNOWN_VALUES)
    ts.forEachChild(node, child => visit(child, describing, marking))
  }
  visit(source, manifest, false)
  return { phrases, problems }
}

/** Returns the messages in a `*.phrases.json` file, where each value is a message. */
export function tableKeys(file: string, text: string): SourceKeys {
  const table: readonly string[] | Readonly<Record<string, string>> = JSON.parse(text)
  const phrases = Object.values(table).map(key => ({ key, file, line: 1, ...UNKNOWN_VALUES }))
  return { phrases, problems: [] }
}
