// The SDK's public surface as text: what each face exports, and the types that are reached from there.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { printDeclaration, typesNamedIn } from './declarations.js'

/** A face: the name under which it is imported, and its file below the project. */
export interface Face {
  readonly name: string
  readonly file: string
}

export interface Entry {
  readonly name: string
  /** Its declaration without comments and without what is private. */
  readonly text: string
}

export interface Surface {
  readonly faces: readonly { readonly name: string; readonly entries: readonly Entry[] }[]
  /** Types that no face exports but that those reach; by the module that has them. */
  readonly reached: readonly { readonly module: string; readonly entries: readonly Entry[] }[]
}

/** Faces by name; where a name has `*`, one per plugin. */
export function facesOf(root: string, table: Readonly<Record<string, string>>): Face[] {
  const plugins = readdirSync(join(root, 'src/plugins'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
  return Object.entries(table).flatMap(([name, file]) =>
    name.includes('*')
      ? plugins.map(id => ({ name: name.replace('*', id), file: file.replace('*', id) })).filter(exists(root))
      : [{ name, file }],
  )
}

function exists(root: string): (face: Face) => boolean {
  return ({ file }) => ts.sys.fileExists(join(root, file))
}

/** @param root folder of the project, with its `tsconfig.json` */
export function readSurface(root: string, faces: readonly Face[]): Surface {
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-api-'))
  try {
    emitDeclarations(root, faces, folder)
    return surfaceIn(folder, faces)
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
  execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', config])
}

function surfaceIn(folder: string, faces: readonly Face[]): Surface {
  const fileOf = ({ file }: Face) => join(folder, file.replace(/\.tsx?$/, '.d.ts'))
  const program = ts.createProgram(faces.map(fileOf), {
    ...{ noLib: true, types: [], skipLibCheck: true },
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  })
  const checker = program.getTypeChecker()
  const exported = faces.map(face => {
    const file = program.getSourceFile(fileOf(face))
    const module = file && checker.getSymbolAtLocation(file)
    const symbols = module ? checker.getExportsOfModule(module) : []
    return { name: face.name, symbols: symbols.map(symbol => ({ name: symbol.name, symbol: real(symbol) })) }
  })
  function real(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  const published = new Set(exported.flatMap(({ symbols }) => symbols.map(({ symbol }) => symbol)))
  const reached = new Set<ts.Symbol>()
  const queue = [...published]
  for (let symbol = queue.pop(); symbol; symbol = queue.pop()) {
    for (const named of typesNamedIn(symbol, checker)) {
      const target = real(named)
      const ours = target.declarations?.some(node => node.getSourceFile().fileName.startsWith(folder))
      if (!ours || published.has(target) || reached.has(target)) continue
      reached.add(target)
      queue.push(target)
    }
  }
  return {
    faces: exported.map(({ name, symbols }) => ({ name, entries: sorted(symbols.map(entryOf)) })),
    reached: byModule([...reached], folder),
  }
}

function entryOf({ name, symbol }: { name: string; symbol: ts.Symbol }): Entry {
  return { name, text: (symbol.declarations ?? []).map(printDeclaration).join('\n') }
}

function byModule(symbols: readonly ts.Symbol[], folder: string): Surface['reached'] {
  const modules = new Map<string, Entry[]>()
  for (const symbol of symbols) {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? ''
    const module = relative(folder, file)
      .split(sep)
      .join('/')
      .replace(/\.d\.ts$/, '')
    modules.set(module, [...(modules.get(module) ?? []), entryOf({ name: symbol.name, symbol })])
  }
  return [...modules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, entries]) => ({ module, entries: sorted(entries) }))
}

function sorted(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
}
