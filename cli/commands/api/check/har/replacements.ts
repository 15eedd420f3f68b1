/** What a server makes up differs with each run: what was recorded is replaced by what came instead. */
import { isFields } from '../cases/schema-node.js'

/** Ids of version 1 to 8, tokens, hashes of secrets: long enough that nothing is replaced by accident. */
const MADE_UP = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w.-]{32,})$/i

export class Replacements {
  private readonly known = new Map<string, string>()

  set(recorded: string, now: string): void {
    if (recorded !== '' && recorded !== now) this.known.set(recorded, now)
  }

  /** Remembers the texts in which two answers of one call differ, where they are ids or tokens. */
  learn(recorded: unknown, now: unknown): void {
    if (typeof recorded === 'string' && typeof now === 'string') {
      if (MADE_UP.test(recorded) && MADE_UP.test(now)) this.set(recorded, now)
    } else if (Array.isArray(recorded) && Array.isArray(now)) {
      for (const [index, each] of recorded.entries()) this.learn(each, now[index])
    } else if (isFields(recorded) && isFields(now)) {
      for (const [name, each] of Object.entries(recorded)) this.learn(each, now[name])
    }
  }

  /** In one pass, the longest first: what was put in is not replaced again. */
  in(text: string): string {
    if (this.known.size === 0) return text
    const sorted = [...this.known.keys()].sort((a, b) => b.length - a.length)
    const all = new RegExp(sorted.map(each => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g')
    return text.replace(all, found => this.known.get(found) ?? found)
  }
}
