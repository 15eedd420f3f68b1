import { model } from '../../engine.js'
import { element } from './xml.js'

const PPQ = 960
const EIGHTH = 8

export function beamsOf(beat: model.Beat): string {
  const levels = levelsOf(beat)
  if (levels === 0) return ''
  const [before, after] = [neighbourOf(beat, -1), neighbourOf(beat, 1)]
  return Array.from({ length: levels }, (_, level) => {
    const [joinsBefore, joinsAfter] = [levelsOf(before) > level, levelsOf(after) > level]
    if (!joinsBefore && !joinsAfter) {
      if (level === 0 || (!before && !after)) return ''
      return element('beam', before ? 'backward hook' : 'forward hook', { number: level + 1 })
    }
    const word = joinsBefore ? (joinsAfter ? 'continue' : 'end') : 'begin'
    return element('beam', word, { number: level + 1 })
  }).join('')
}

function levelsOf(beat: model.Beat | undefined): number {
  if (!beat || beat.notes.length === 0 || beat.duration < EIGHTH || beat.graceType !== model.GraceType.None)
    return 0
  return Math.log2(beat.duration) - 2
}

function neighbourOf(beat: model.Beat, by: 1 | -1): model.Beat | undefined {
  const { beats } = beat.voice
  const other = beats[beat.index + by]
  return other && levelsOf(other) > 0 && groupOf(other) === groupOf(beat) ? other : undefined
}

function groupOf(beat: model.Beat): number {
  const { timeSignatureNumerator: beats, timeSignatureDenominator: unit } = beat.voice.bar.masterBar
  const isCompound = unit === EIGHTH && beats % 3 === 0
  return Math.floor(beat.displayStart / (isCompound ? PPQ * 1.5 : PPQ))
}
