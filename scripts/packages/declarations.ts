import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { root } from '../lib/project.mjs'

/** Bundled packages whose types come from this folder. */
const OUTSIDE: Readonly<Record<string, string>> = {
  axios: 'axios.d.ts',
  i18next: 'i18next.d.ts',
  'zustand/vanilla': 'zustand-vanilla.d.ts',
}

const PEERS = /^(react|zod\/mini|@testing-library\/react)$/

/** Matches imports, including `import("./song.js").Song`. */
const IMPORTED = /((?:^|\n)\s*(?:import|export)\b[^'"]*?from\s+|import\()(["'])([^"'\n]+)\2/g

/** @throws Error that lists packages that consumers would need only for types */
export function writeDeclarations(faces: readonly string[], folder: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'fretwork-types-'))
  try {
    emitDeclarations(faces, emitted, { rootDir: join(root, 'src'), types: [] })
    const start = faces.map(face => join(emitted, relative('src', face).replace(/\.tsx?$/, '.d.ts')))
    copyReached(start, emitted, folder)
  } finally {
    rmSync(emitted, { recursive: true, force: true })
  }
}

export function emitDeclarations(faces: readonly string[], outDir: string, options: object): void {
  const config = join(outDir, 'tsconfig.json')
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true, outDir },
    ...options,
  }
  const files = faces.map(face => join(root, face))
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  )
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', config])
  } catch {
    // Ignore errors that do not concern an entry point.
  }
}

function copyReached(start: readonly string[], from: string, to: string): void {
  const foreign = new Set<string>()
  const done = new Set<string>()
  const visit = (file: string): void => {
    if (done.has(file)) return
    done.add(file)
    if (!existsSync(file)) throw new Error(`The compiler has written no ${relative(from, file)}.`)
    const target = join(to, relative(from, file))
    const written = readFileSync(file, 'utf8')
    const text = written.replace(IMPORTED, (whole, before, quote, name, at: number) => {
      if (isComment(written, at)) return whole
      if (name.startsWith('.')) {
        visit(join(dirname(file), name.replace(/\.jsx?$/, '.d.ts')))
        return whole
      }
      const outside = OUTSIDE[name]
      if (outside) {
        visitOutside(outside, to)
        const path = relative(dirname(target), join(to, 'outside', outside)).replace(/\.d\.ts$/, '.js')
        return `${before}${quote}${path}${quote}`
      }
      if (!PEERS.test(name)) foreign.add(`${name} (${relative(from, file)})`)
      return whole
    })
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  for (const file of start) visit(file)
  if (foreign.size > 0) throw new Error(`The types of the SDK import ${[...foreign].join(', ')}.`)
}

function isComment(text: string, at: number): boolean {
  return /^\s*(\/\*|\*|\/\/)/.test(text.slice(text.lastIndexOf('\n', at) + 1))
}

function visitOutside(name: string, to: string): void {
  const target = join(to, 'outside', name)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, readFileSync(join(root, 'scripts/packages/outside', name)))
}
