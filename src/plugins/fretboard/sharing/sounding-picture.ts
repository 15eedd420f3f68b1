/** A picture of the neck with what sounds on it, for reports. English: the developers read them. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import type { Position } from '../../../core/music/guitar/position.js'
import { neckPicture } from '../neck/neck-picture.js'
import { NECK_VIEW } from '../tokens.js'

export function soundingPicture({ get }: Pick<PluginContext, 'get'>, sounding: readonly Position[]): string {
  const view = { ...get(NECK_VIEW).getState(), showAllNotes: false }
  const places = sounding.map(({ string, fret }) => `string ${string} fret ${fret}`)
  return neckPicture({
    view,
    vertical: false,
    selected: sounding,
    marks: [],
    title: 'The neck',
    description: places.length > 0 ? `Sounding: ${places.join(', ')}.` : 'Nothing sounds.',
  }).svg
}
