// Compiles what is headless without the DOM library, and without following the dynamic imports of screens: `tsc` alone
// would compile every screen that a runtime can load, and trip over their use of the DOM.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const TSC = fileURLToPath(new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url))

/** What the headless files and their imports are among. */
const COPIED = ['src', 'cli', 'server', 'examples', 'scripts', 'package.json', 'tsconfig.json']

/** The folder of the screens of a plugin or an example. */
const SCREENS = /^(src\/plugins|examples)\/[^/]+\/ui$/

/** What a screen's module is taken for. */
const STUB = 'declare const screen: any\nexport = screen\n'

/** A copy of the project in which every screen is a stub. */
function copyWithoutScreens(from: string, to: string): void {
  const screens: string[] = []
  const filter = (path: string) => {
    const isScreens = SCREENS.test(relative(from, path))
    if (isScreens) screens.push(path)
    return !isScreens
  }
  for (const name of COPIED) {
    const path = join(from, name)
    if (existsSync(path)) cpSync(path, join(to, name), { recursive: true, dereference: true, filter })
  }
  for (const folder of screens) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue
      const stub = join(to, relative(from, folder), name.replace(/\.tsx?$/, '.d.ts'))
      mkdirSync(dirname(stub), { recursive: true })
      writeFileSync(stub, STUB)
    }
  }
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'))
}

/**
 * What is wrong with the headless part of a project, as `file:line:column message` relative to its folder.
 * @param configPath absolute path of the configuration that names the headless files
 */
export function headlessProblems(configPath: string): readonly string[] {
  const folder = dirname(configPath)
  const copy = mkdtempSync(join(tmpdir(), 'fretwork-headless-'))
  try {
    copyWithoutScreens(folder, copy)
    cpSync(configPath, join(copy, basename(configPath)))
    const words = [TSC, '-p', basename(configPath), '--singleThreaded', '--pretty', 'false']
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' })
    const problems = stdout
      .split('\n')
      .filter(line => line !== '')
      .map(line => line.replace(/^(.+?)\((\d+),(\d+)\): error TS\d+: /, '$1:$2:$3 '))
    return status !== 0 && problems.length === 0 ? [stderr.trim() || `tsc ended with ${status}`] : problems
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
