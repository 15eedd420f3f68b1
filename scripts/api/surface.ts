// The SDK's public surface: what each face exports, with its example.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { type Description, descriptionOf, exampleOf, printDeclaration } from './declarations.js'

/** A face: the name under which it is imported, and its file below the project. */
export interface Face {
  readonly name: string
  readonly file: string
}

export interface Entry extends Description {
  readonly name: string
  /** The name of the face that exports it. */
  readonly face: string
  /** Where it is declared, below the project and without its ending: `src/core/events/event-bus`. */
  readonly module: string
  /** Its declaration without comments and without what is private. */
  readonly text: string
  /** A constant, a function or a class: what code can use, and so an example can show. */
  readonly isValue: boolean
  readonly example: string | undefined
}

/** Faces by name; where a name has `*`, one per plugin. */
export function facesOf(root: string, table: Readonly<Record<string, string>>): Face[] {
  const plugins = readdirSync(join(root, 'src/plugins'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
  return Object.entries(table).flatMap(([name, file]) =>
    name.includes('*')
      ? plugins
          .map(id => ({ name: name.replace('*', id), file: file.replace('*', id) }))
          .filter(face => ts.sys.fileExists(join(root, face.file)))
      : [{ name, file }],
  )
}

/** @param root folder of the project, with its `tsconfig.json` */
export function readSurface(root: string, faces: readonly Face[]): Entry[] {
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-api-'))
  try {
    emitDeclarations(root, faces, folder)
    return entriesIn(folder, faces)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** By the quick compiler, and without checking: another step does that. */
function emitDeclarations(root: string, faces: readonly Face[], outDir: string): void {
  const config = join(outDir, 'tsconfig.json')
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true },
    ...{ outDir, rootDir: root, types: [] },
  }
  const files = faces.map(({ file }) => join(root, file))
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  )
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', config])
  } catch {
    // A declaration that cannot be written for want of a name is in no face: the others are there.
  }
}

function entriesIn(folder: string, faces: readonly Face[]): Entry[] {
  const fileOf = ({ file }: Face) => join(folder, file.replace(/\.tsx?$/, '.d.ts'))
  const program = ts.createProgram(faces.map(fileOf), {
    ...{ noLib: true, types: [], skipLibCheck: true },
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  })
  const checker = program.getTypeChecker()
  const real = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return faces.flatMap(face => {
    const file = program.getSourceFile(fileOf(face))
    const module = file && checker.getSymbolAtLocation(file)
    const entries = module ? checker.getExportsOfModule(module) : []
    return entries
      .map(symbol => ({
        ...entryOf(symbol.name, face.name, real(symbol), folder),
        isValue: !isTypeOnly(symbol) && (real(symbol).flags & ts.SymbolFlags.Value) !== 0,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  })
}

/** `export type { EventBus }`: a class that is offered as a type. */
function isTypeOnly({ declarations: [node] = [] }: ts.Symbol): boolean {
  return (
    node !== undefined && ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly)
  )
}

function entryOf(name: string, face: string, symbol: ts.Symbol, folder: string): Omit<Entry, 'isValue'> {
  const declarations = symbol.declarations ?? []
  const file = relative(folder, declarations[0]?.getSourceFile().fileName ?? folder)
  return {
    name,
    face,
    module: file
      .split(sep)
      .join('/')
      .replace(/\.d\.ts$/, ''),
    text: declarations.map(printDeclaration).join('\n'),
    example: declarations.map(exampleOf).find(example => example !== undefined),
    ...described(declarations),
  }
}

/** Of the first of several overloads that has a comment. */
function described(declarations: readonly ts.Declaration[]): Description {
  const all = declarations.map(descriptionOf)
  const first = <K extends keyof Description>(key: K) => all.find(each => each[key] !== undefined)?.[key]
  return { sentence: first('sentence'), since: first('since'), deprecated: first('deprecated') }
}
