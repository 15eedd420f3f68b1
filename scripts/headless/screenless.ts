// Type check without screens. Plain `tsc` would also check all screens that a plugin loads, and report their
// use of the DOM.
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

const COPIED = ['src', 'cli', 'server', 'examples', 'scripts', 'package.json', 'tsconfig.json']

const SCREENS = /^(src\/plugins|examples)\/.+\/ui$/

const STUB = 'declare const screen: any\nexport = screen\n'

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

/** @param configPath absolute path */
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
