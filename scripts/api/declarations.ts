// One declaration of a .d.ts file: as text, and the types that it names.
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

/** The symbols that the declarations of one name, where a type can stand; private members count for nothing. */
export function typesNamedIn(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  const found: ts.Symbol[] = []
  const visit = (node: ts.Node): void => {
    if (isPrivate(node)) return
    if (ts.isIdentifier(node) && !isOwnName(node)) {
      const named = checker.getSymbolAtLocation(node)
      if (named && isType(named)) found.push(named)
    }
    ts.forEachChild(node, visit)
  }
  for (const declaration of symbol.declarations ?? []) visit(declaration)
  return found
}

function isOwnName(node: ts.Identifier): boolean {
  return 'name' in node.parent && node.parent.name === node
}

/** The caller follows imports. */
function isType({ flags }: ts.Symbol): boolean {
  const { Alias, Class, Interface, TypeAlias, Enum } = ts.SymbolFlags
  return (flags & (Alias | Class | Interface | TypeAlias | Enum)) !== 0
}
