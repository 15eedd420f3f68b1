// The report of a step that runs tests: how many passed, and how long each file took.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { duration } from '../project.mjs'

/** Names the file that a reporter writes. */
export const REPORT_VARIABLE = 'TEST_REPORT'

const SHOWN = 20

/** Collects outcomes and times, and writes them to the file that `TEST_REPORT` names, if it does. */
export function reportWriter() {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const files = new Map()
  return {
    count: outcome => {
      count[outcome] += 1
    },
    /** Adds to the time of a file; `loadMs` is the part before its first test. */
    time(file, ms, loadMs = 0) {
      const known = files.get(file) ?? { file, ms: 0, loadMs: 0 }
      files.set(file, { file, ms: known.ms + ms, loadMs: known.loadMs + loadMs })
    },
    write() {
      const path = process.env[REPORT_VARIABLE]
      if (!path) return
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${JSON.stringify({ ...count, files: [...files.values()] }, null, 2)}\n`)
    },
  }
}

/** Undefined where the step ended before it wrote one. */
export const readReport = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** The slowest files of a report, one per line. */
export function slowestFiles({ files }) {
  return [...files]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(({ file, ms, loadMs }) => {
      const loading = loadMs >= 100 ? ` (${duration(loadMs)} loading)` : ''
      return `          ${duration(ms).padStart(12)}  ${file}${loading}\n`
    })
    .join('')
}
