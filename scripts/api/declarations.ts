// One declaration of a .d.ts file as text.
import ts from 'typescript'

const printer = ts.createPrinter({ removeComments: true })

/** Without `export`, comments and private members; a constant with its `const`. */
export function printDeclaration(node: ts.Declaration): string {
  const whole = ts.isVariableDeclaration(node) ? node.parent.parent : node
  const shown = ts.isClassDeclaration(whole) ? withoutPrivate(whole) : whole
  const text = printer.printNode(ts.EmitHint.Unspecified, shown, node.getSourceFile())
  return (
    text
      // Inferred types name their module, whose path says nothing to a reader.
      .replace(/import\("[^"]+"\)\./g, '')
      .replace(/^(export |default |declare )+/, '')
      .replace(/^ {4,}/gm, indent => ' '.repeat(indent.length / 2))
  )
}

function withoutPrivate(node: ts.ClassDeclaration): ts.ClassDeclaration {
  return ts.factory.updateClassDeclaration(
    node,
    node.modifiers,
    node.name,
    node.typeParameters,
    node.heritageClauses,
    node.members.filter(member => !isPrivate(member)),
  )
}

function isPrivate(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  const named = ts.isClassElement(node) && node.name !== undefined && ts.isPrivateIdentifier(node.name)
  return named || modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true
}

/** What a declaration's comment says of it, besides its example. */
export interface Description {
  /** The first sentence. */
  readonly sentence: string | undefined
  /** The version that had it first: `1.0.0`. */
  readonly since: string | undefined
  /** What to use instead; empty where the tag does not say so. */
  readonly deprecated: string | undefined
}

export function descriptionOf(node: ts.Declaration): Description {
  const whole = ts.isVariableDeclaration(node) ? node.parent.parent : node
  const comment = ts.getJSDocCommentsAndTags(whole).findLast(ts.isJSDoc)
  const text = ts.getTextOfJSDocComment(comment?.comment)?.replace(/\s+/g, ' ').trim()
  const tag = (name: string) => ts.getJSDocTags(node).find(({ tagName }) => tagName.text === name)
  const textOf = (name: string) => {
    const found = tag(name)
    return found && (ts.getTextOfJSDocComment(found.comment) ?? '').replace(/\s+/g, ' ').trim()
  }
  return {
    // A dot between words ends it; one in `plan.Pro` does not.
    sentence: text ? (/^.*?\.(?=\s[A-Z`]|\s*$)/.exec(text)?.[0] ?? text) : undefined,
    since: textOf('since'),
    deprecated: textOf('deprecated'),
  }
}

/** The code of its `@example`, without the marks of a code block. */
export function exampleOf(node: ts.Declaration): string | undefined {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'example')
  return ts
    .getTextOfJSDocComment(tag?.comment)
    ?.replace(/^```\w*$/gm, '')
    .trim()
}
