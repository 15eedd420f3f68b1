import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { root } from '../lib/project.mjs'

const IMPORTED = /^(?:import|export)\b[^'"]*?from\s+'([^']+)'/gm

/**
 * Writes the declarations for entry points and all imported files.
 * @throws Error if a declaration imports a package
 */
export function writeDeclarations(entries: readonly string[], folder: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'fretwork-types-'))
  try {
    emitDeclarations(entries, emitted, { rootDir: join(root, 'src'), stripInternal: true, types: [] })
    const done = new Set<string>()
    const copy = (file: string): void => {
      if (done.has(file)) return
      done.add(file)
      const name = relative(emitted, file)
      if (!existsSync(file)) throw new Error(`The compiler has written no ${name}.`)
      const text = readFileSync(file, 'utf8')
      for (const [, imported = ''] of text.matchAll(IMPORTED)) {
        if (!imported.startsWith('.')) throw new Error(`The types of the SDK import ${imported} in ${name}.`)
        copy(join(dirname(file), imported.replace(/\.js$/, '.d.ts')))
      }
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    for (const entry of entries) copy(join(emitted, relative('src', entry).replace(/\.ts$/, '.d.ts')))
  } finally {
    rmSync(emitted, { recursive: true, force: true })
  }
}

export function emitDeclarations(entries: readonly string[], outDir: string, options: object): void {
  const config = join(outDir, 'tsconfig.json')
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true, outDir },
    ...options,
  }
  const files = entries.map(entry => join(root, entry))
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  )
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', config])
  } catch {
    // Ignore errors outside the entry points.
  }
}
