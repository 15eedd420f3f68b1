import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { duration } from '../project.mjs'

export const REPORT_VARIABLE = 'TEST_REPORT'

const SHOWN = 20

export function reportWriter() {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const files = new Map()
  return {
    count: outcome => {
      count[outcome] += 1
    },
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

export const readReport = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

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
