// The examples of the SDK's entries: which are missing, and whether those that are there compile.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from './surface.js'

/** Types are shown where the values that take them are; what code can use needs an example. */
export function missingExamples(entries: readonly Entry[]): string[] {
  return entries
    .filter(({ isValue, example }) => isValue && !example)
    .map(({ face, name, module }) => `${name} of ${face} has no @example (${module}).`)
}

/** What examples may use besides the names of the SDK. */
const AMBIENT = `import * as z from 'zod/mini'
declare const context: PluginContext
declare const manifest: PluginManifest
declare const kernel: Kernel
declare const drillSettings: SettingsSection<{ readonly bpm: number }>
export const { get, find, load, follow, extend, extensions, scope, log } = context
export const ambient = [z, manifest, kernel, drillSettings]`

/** The examples of a face as one module, each in a function of its own. */
export function examplesModule(face: string, entries: readonly Entry[]): string {
  const shown = entries.filter(entry => entry.face === face && entry.example)
  const code = [AMBIENT, ...shown.flatMap(({ name, example }) => [name, example])].join('\n')
  const used = new Set(code.match(/[A-Za-z_]\w*/g))
  // Where two faces export one name, the face's own is meant.
  const inOrder = [...entries.filter(entry => entry.face === face), ...entries]
  const imports = new Map<string, string>()
  for (const { name, face: from, isValue } of inOrder) {
    if (!used.has(name) || imports.has(name)) continue
    imports.set(name, `import ${isValue ? '' : 'type '}{ ${name} } from '${from}'`)
  }
  const functions = shown.map(
    ({ name, example }) => `export async function exampleOf_${name}() {\n${example}\n}`,
  )
  return [...imports.values(), AMBIENT, ...functions].join('\n')
}

/** @returns what the compiler says, empty where the examples are right */
export function compileExamples(root: string, entries: readonly Entry[]): string {
  const folder = mkdtempSync(join(root, 'node_modules/.examples-'))
  const faces = [...new Set(entries.map(({ face }) => face))]
  const files = faces.map(face => join(folder, `${face.replace(/\W/g, '-')}.tsx`))
  faces.forEach((face, index) => {
    writeFileSync(files[index] ?? '', examplesModule(face, entries))
  })
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false }
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  )
  try {
    execFileSync(process.execPath, [
      join(root, 'node_modules/@typescript/native/bin/tsc'),
      '-p',
      config,
      '--singleThreaded',
    ])
    return ''
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
