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

/** The code of its `@example`, without the marks of a code block. */
export function exampleOf(node: ts.Declaration): string | undefined {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'example')
  return ts
    .getTextOfJSDocComment(tag?.comment)
    ?.replace(/^```\w*$/gm, '')
    .trim()
}
