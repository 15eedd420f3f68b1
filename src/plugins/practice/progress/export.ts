import type { KeptTake } from '../progress-settings.js'

const COLUMNS = [
  'date',
  'song',
  'section',
  'first bar',
  'last bar',
  'seconds',
  'tempo in percent',
  'right in percent',
] as const
const FORMULA_START = /^[=+\-@\t\r]/

export function takesAsJson(takes: readonly KeptTake[]): string {
  return `${JSON.stringify({ takes: takes.map(({ at, ...take }) => ({ at: new Date(at).toISOString(), ...take })) }, null, 2)}\n`
}

export function takesAsCsv(takes: readonly KeptTake[]): string {
  const rows = takes.map(({ at, name, section = '', from, to, ms, tempo, accuracy }) => [
    new Date(at).toISOString(),
    name,
    section,
    String(from),
    String(to),
    (ms / 1000).toFixed(1),
    String(tempo),
    (accuracy * 100).toFixed(1),
  ])
  return [COLUMNS, ...rows].map(row => row.map(cell).join(',')).join('\r\n')
}

function cell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
