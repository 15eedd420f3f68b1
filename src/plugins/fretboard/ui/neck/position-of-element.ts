/** Which place of the neck something on the screen belongs to. */
import type { Position } from '../../../../core/music/guitar/position.js'

export function positionOfElement(target: EventTarget): Position | undefined {
  const element = target instanceof Element ? target.closest('[data-position]') : null
  const [string, fret] = element?.getAttribute('data-position')?.split(':').map(Number) ?? []
  return string === undefined || fret === undefined ? undefined : { string, fret }
}
