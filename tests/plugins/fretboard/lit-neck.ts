// A neck of five frets whose lights are recorded instead of painted.
import { pitchAt } from '../../../src/core/music/guitar/position.js'
import { STANDARD_TUNING } from '../../../src/core/music/guitar/tunings.js'
import { type NeckGeometry, neckGeometry } from '../../../src/plugins/fretboard/neck/neck-geometry.js'
import { labelOf } from '../../../src/plugins/fretboard/neck/neck-label.js'
import { spellScale } from '../../../src/plugins/fretboard/scales/scale.js'
import type { Light, TrailRing } from '../../../src/plugins/fretboard/ui/lights/light-painter.js'
import { type LiveLook, LiveNeck } from '../../../src/plugins/fretboard/ui/lights/live-neck.js'
import { bentNeck } from './bent-neck.js'

const RANGE = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 5 }

export interface LitNeckOptions {
  readonly look?: LiveLook
  readonly vertical?: boolean
  /** In the place of the neck's own. */
  readonly slide?: NeckGeometry['slide']
}

export function litNeck({ look, vertical = false, slide }: LitNeckOptions = {}) {
  const { model, apply } = bentNeck(RANGE)
  const queue: (() => void)[] = []
  let lights: readonly Light[] = []
  let trail: readonly TrailRing[] = []
  const live = new LiveNeck(
    model,
    {
      show: (shown, rings) => {
        lights = [...shown]
        trail = rings
      },
    },
    { request: draw => queue.push(draw), cancel: handle => void queue.splice(handle - 1, 1) },
  )
  const drawn = neckGeometry({ ...RANGE, leftHanded: false, nutRight: false, vertical })
  const geometry = { ...drawn, slide: slide ?? drawn.slide }
  const root = document.createElement('div')
  root.innerHTML = geometry.positions
    .map(({ string, fret }) => `<g data-neck-position="${string}:${fret}"></g>`)
    .join('')
  live.attach(root, geometry, look)
  const at = (position: string) => {
    const found = geometry.positions.find(({ string, fret }) => `${string}:${fret}` === position)
    if (!found) throw new RangeError(`There is no place ${position} on this neck.`)
    return found
  }
  return {
    apply,
    live,
    model,
    root,
    geometry,
    at,
    /** The light nearest to a position along its string. */
    light: (position: string) => {
      const { x, y } = at(position)
      const near = lights.filter(light => (vertical ? light.x === x : light.y === y))
      const far = (light: Light) => Math.abs(vertical ? light.y - y : light.x - x)
      return near.toSorted((a, b) => far(a) - far(b))[0]
    },
    lights: () => lights,
    /** Where the last notes were, newest first, with the opacity of their rings. */
    trail: () =>
      trail
        .map(({ x, y, opacity }) => {
          const position = geometry.positions.find(each => each.x === x && each.y === y)
          return [`${position?.string}:${position?.fret}`, opacity] as const
        })
        .toReversed(),
    /** Frames asked for and not yet drawn. */
    asked: () => queue.length,
    frame: () => queue.shift()?.(),
    lit: () =>
      [...root.querySelectorAll('[data-sounding]')].map(
        node => `${node.getAttribute('data-neck-position')} ${node.getAttribute('data-sounding')}`,
      ),
    /** What the lights say from now on, by a scale. */
    say: (scale: string) => {
      const spelled = spellScale(scale)
      if (!spelled) throw new Error(`There is no ${scale}.`)
      const { strings } = STANDARD_TUNING
      live.setLabels(
        geometry.positions.map(({ string, fret }) =>
          labelOf(pitchAt({ strings }, 0, string, fret) ?? 0, spelled),
        ),
        pitch => labelOf(pitch, spelled),
      )
    },
  }
}
