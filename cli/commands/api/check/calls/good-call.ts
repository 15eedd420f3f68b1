/** A call that is to succeed, or to be refused as it should be. */
import type { ErrorCode } from '../../../../../src/core/api/errors.js'
import type { Person } from '../people/person.js'

export type Who = 'anonymous' | 'first' | 'second' | 'admin'

/** What earlier calls answered. */
export interface Memory {
  readonly tenant: string
  readonly first: Person
  readonly second: Person
  /** Id of the group that is made, and deleted by the next call. */
  readonly group: string
  /** Of another session of the first. */
  session?: string
}

export interface GoodCall {
  /** Of the contract's entry. */
  readonly name: string
  readonly who: Who
  /** Left out in read-only mode where it is not a GET. */
  readonly params?: (memory: Memory) => object
  readonly query?: (memory: Memory) => Record<string, string>
  readonly body?: (memory: Memory) => unknown
  /** It is to be refused, with one of these. */
  readonly refused?: readonly ErrorCode[]
  /** Changes something of the account that cannot be put back: for throw-away accounts only. */
  readonly lasting?: true
  readonly remember?: (json: unknown, memory: Memory) => void
}

export type Call = Omit<GoodCall, 'who' | 'name'>
