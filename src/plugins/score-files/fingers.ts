// Shared by reading and writing, which must number fingers the same way.
import type { model } from './engine.js'

const STRINGED =
  /guit|gitar|bass g|e-?bass|double bass|[ck]ontrabass|ukulele|banjo|mandolin|lute|laute|violin|viola\b|cello|fiddle|geige/i

/** Returns whether finger 1 is the index finger, as on guitars and violins, rather than the thumb. */
export function countsFromIndex({ name, playbackInfo: { program } }: model.Track): boolean {
  // Many files omit the program, which then defaults to piano.
  if (program === 0) return STRINGED.test(name)
  return (program >= 24 && program <= 43) || (program >= 104 && program <= 107)
}
