// Parses a CSV table of people as saved by spreadsheets (RFC 4180), with commas, semicolons or tabs.
import { CsvError, parse } from 'csv-parse/sync'
import { LEVELS, type Level } from '../../src/core/contract/claims.js'
import { emailAddress, personName } from '../../src/core/contract/endpoint.js'
import { groupName } from '../../src/core/contract/homework.js'
import { fault, type ImportFault, type ImportValues } from '../../src/core/contract/import-faults.js'
import type { ProblemDocument } from '../../src/core/contract/problem.js'
import { Problem } from '../http/problem.js'
import { foldEmail } from '../users/accounts.js'

/** Maximum number of people per import. Each takes about ten database statements. */
export const MAX_PEOPLE = 200
const MAX_GROUPS_EACH = 5
const MAX_ERRORS = 20
const COLUMNS = ['name', 'email', 'groups', 'plan'] as const

export interface ListedPerson {
  readonly name: string
  readonly email: string
  readonly groups: readonly string[]
  readonly plan: Level | undefined
}

type InputError = NonNullable<ProblemDocument['errors']>[number]

/** @throws Problem `import_invalid` with the first 20 invalid lines */
export function peopleIn(csv: string): ListedPerson[] {
  if (csv.includes('\uFFFD')) throw refusedImport(fault('file', 'encoding'))
  const [header, ...lines] = rowsOf(csv)
  const titles = header?.cells.map(cell => cell.trim().toLowerCase()) ?? []
  const missing = COLUMNS.find(column => ['name', 'email'].includes(column) && !titles.includes(column))
  if (missing) throw refusedImport(fault('line 1', 'column', { column: missing }))
  if (lines.length === 0) throw refusedImport(fault('file', 'empty'))
  if (lines.length > MAX_PEOPLE) throw refusedImport(fault('file', 'people', { limit: MAX_PEOPLE }))
  const errors: InputError[] = []
  const lineOf = new Map<string, number>()
  const people = lines.map(({ line, cells }) => {
    const [name = '', email = '', groups = '', plan = ''] = COLUMNS.map(column =>
      cells[titles.indexOf(column)]?.trim(),
    )
    const person = {
      name,
      email,
      groups: [...new Set(groups.split('|').map(group => group.trim()))].filter(Boolean),
      plan: LEVELS.find(level => level.toLowerCase() === plan.toLowerCase()),
    }
    const twin = lineOf.get(foldEmail(email))
    const wrong = twin === undefined ? wrongIn(person, plan) : (['twin', { other: twin }] as const)
    lineOf.set(foldEmail(email), twin ?? line)
    if (wrong) errors.push(fault(`line ${line}`, wrong[0], { line, ...wrong[1] }))
    return person
  })
  if (errors.length > 0) throw refusedImport(...errors.slice(0, MAX_ERRORS))
  return people
}

export const refusedImport = (...errors: InputError[]) => new Problem('import_invalid', { errors })

function wrongIn(
  { name, email, groups, plan }: ListedPerson,
  givenPlan: string,
): readonly [ImportFault, ImportValues?] | undefined {
  if (!emailAddress.safeParse(email).success) return ['email', { email: email.slice(0, 60) }]
  if (!personName.safeParse(name).success) return ['name']
  if (givenPlan !== '' && !plan) return ['plan', { plan: givenPlan.slice(0, 60) }]
  if (groups.length > MAX_GROUPS_EACH) return ['groups', { limit: MAX_GROUPS_EACH }]
  const long = groups.find(group => !groupName.safeParse(group).success)
  return long === undefined ? undefined : ['group', { group: long.slice(0, 60) }]
}

/** Row with `info`, which is missing from the library's types. */
interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** Returns the non-empty rows, each with the number of its last line. */
function rowsOf(csv: string): { readonly line: number; readonly cells: readonly string[] }[] {
  const heading = csv.slice(0, csv.search(/[\r\n]|$/))
  const delimiter = [';', '\t'].find(one => heading.includes(one)) ?? ','
  try {
    const rows: unknown = parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
    return (rows as Parsed[]).map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw refusedImport(fault('file', 'unclosed'))
    const line = Number(error.lines)
    throw refusedImport(fault(`line ${line}`, 'quote', { line }))
  }
}
