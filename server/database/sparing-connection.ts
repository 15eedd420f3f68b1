// How statements are sent: in few pieces, since each piece costs a call of the system here and wakes the database
// there, which is dearer than most of our statements; and by name, so that they are read and planned once.
import type pg from 'pg'

/** Ours are some two hundred; lists of changing length make a few more of some. Beyond it, they go without a name. */
const MOST_STATEMENTS = 1000

const names = new Map<string, string>()

/** Makes a new connection of the pool send like that. */
export function sendSparingly(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => never
  const { stream } = client.connection
  let gathering = false
  const gather = () => {
    if (gathering) return
    gathering = true
    stream.cork()
    // After all promises that are settled by now, and before anything is read from outside.
    process.nextTick(() => {
      gathering = false
      stream.uncork()
    })
  }
  client.query = (statement: unknown, ...rest: unknown[]) => {
    gather()
    return query(named(statement), ...rest)
  }
}

/** The statement with a name, where it has none and may have one. */
export function named<S>(statement: S): S {
  return isNameless(statement) ? { ...statement, name: nameOf(statement.text) } : statement
}

function isNameless(statement: unknown): statement is { text: string } {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return false
  return 'text' in statement && typeof statement.text === 'string' && !('name' in statement && statement.name)
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known
  const name = `kept_${names.size}`
  names.set(text, name)
  return name
}
