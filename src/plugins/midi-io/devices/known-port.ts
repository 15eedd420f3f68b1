/** Knowing a port again: its id changes from browser to browser, its name and maker do not. */
import type { InputPort } from '../tokens.js'

/**
 * What is kept of a port that has just come: under its id, or else under another id that is not there now, with
 * the same name and manufacturer. To be asked when a port comes, and not later: of two alike that are there, one
 * does not take the other's place when that is unplugged.
 *
 * @param isThere whether a port of that id is connected
 */
export function recall<T extends InputPort>(
  port: InputPort,
  kept: readonly T[],
  isThere: (id: string) => boolean,
): T | undefined {
  return (
    kept.find(({ id }) => id === port.id) ??
    kept.find(
      ({ id, name, manufacturer }) =>
        name === port.name && manufacturer === port.manufacturer && !isThere(id),
    )
  )
}
