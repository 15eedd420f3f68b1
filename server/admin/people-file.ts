// A table of people as spreadsheets save it (RFC 4180), separated by commas, semicolons or tabs.
import { CsvError, parse } from 'csv-parse/sync'
import { emailAddress, personName, text } from '../../src/core/api/fields.js'
import { HOMEWORK_LIMITS } from '../../src/core/api/homework.js'
import { Problem } from '../http/problem.js'
import { foldEmail } from '../users/accounts.js'

export const MAX_PEOPLE = 200
/** Each person costs about ten statements, however short the row is. */
const MAX_GROUPS_EACH = 5
const MAX_ERRORS = 20
const COLUMNS = ['name', 'email', 'groups'] as const
const groupName = text(1, HOMEWORK_LIMITS.groupName)

export interface ListedPerson {
  readonly name: string
  readonly email: string
  readonly groups: readonly string[]
}

interface Wrong {
  readonly path: string
  readonly message: string
}

/** @throws Problem `import_invalid` with the lines that are wrong, the first 20 of them */
export function peopleIn(csv: string): ListedPerson[] {
  if (csv.includes('\uFFFD'))
    throw refusedImport([{ path: 'file', message: 'is not UTF-8; save it as “CSV UTF-8”' }])
  const [header, ...lines] = rowsOf(csv)
  const titles = header?.cells.map(cell => cell.trim().toLowerCase()) ?? []
  const missing = COLUMNS.find(column => column !== 'groups' && !titles.includes(column))
  if (missing) throw refusedImport([{ path: 'line 1', message: `has no column "${missing}"` }])
  if (lines.length === 0) throw refusedImport([{ path: 'file', message: 'contains no people' }])
  if (lines.length > MAX_PEOPLE) {
    throw refusedImport([{ path: 'file', message: `has more than ${MAX_PEOPLE} people; split it` }])
  }
  const errors: Wrong[] = []
  const lineOf = new Map<string, number>()
  const people = lines.map(({ line, cells }) => {
    const [name = '', email = '', groups = ''] = COLUMNS.map(column => cells[titles.indexOf(column)]?.trim())
    const person = {
      name,
      email,
      groups: [...new Set(groups.split('|').map(group => group.trim()))].filter(Boolean),
    }
    const twin = lineOf.get(foldEmail(email))
    const message = twin === undefined ? wrongIn(person) : `has the same address as line ${twin}`
    lineOf.set(foldEmail(email), twin ?? line)
    if (message !== undefined) errors.push({ path: `line ${line}`, message })
    return person
  })
  if (errors.length > 0) throw refusedImport(errors.slice(0, MAX_ERRORS))
  return people
}

export const refusedImport = (errors: readonly Wrong[]) =>
  new Problem('import_invalid', { errors: [...errors] })

function wrongIn({ name, email, groups }: ListedPerson): string | undefined {
  if (!emailAddress.safeParse(email).success) return `has no valid email address: "${email.slice(0, 60)}"`
  if (!personName.safeParse(name).success) return 'has no valid name'
  if (groups.length > MAX_GROUPS_EACH) return `has more than ${MAX_GROUPS_EACH} groups`
  const long = groups.find(group => !groupName.safeParse(group).success)
  return long === undefined ? undefined : `has an invalid group name: "${long.slice(0, 60)}"`
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** The result with `info`, which the library's types leave out. */
interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** Without empty rows; the line is the last one of a row with line breaks. */
function rowsOf(csv: string): Row[] {
  const heading = csv.slice(0, csv.search(/[\r\n]|$/))
  const delimiter = [';', '\t'].find(one => heading.includes(one)) ?? ','
  try {
    const rows: unknown = parse(csv, {
      ...{ bom: true, delimiter, info: true },
      ...{ relax_column_count: true, skip_records_with_empty_values: true, skip_empty_lines: true },
    })
    return (rows as Parsed[]).map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const path = isOpen ? 'file' : `line ${error.lines}`
    throw refusedImport([
      { path, message: `has a quote ${isOpen ? 'that is not closed' : 'in the wrong place'}` },
    ])
  }
}
