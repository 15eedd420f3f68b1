import type { PaletteProvider } from '../../../core/commands/palette-provider.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { COMMANDS, TRANSLATOR } from '../../../core/kernel/services/tokens.js'
import { shownChord } from '../../../core/music/guitar/note-names.js'
import { NECK_VIEW } from '../tokens.js'
import { chordTones } from './chord-tones.js'

const CHORD_WORDS = /^(chords?|akkorde?|find chord|voicings?)\s+|\s+(chords?|akkorde?|voicings?)$/gi

const BEGINS_A_WORD = /^[a-z][hx]?$/i // more often the beginning of a word than a chord

/** @example askedChord('am7 chord') // 'Am7' */
export function askedChord(query: string): string {
  const symbol = query.trim().replace(CHORD_WORDS, '').trim()
  return symbol.charAt(0).toUpperCase() + symbol.slice(1)
}

export function chordProvider({ get }: PluginContext): PaletteProvider {
  const readChord = (query: string) => {
    const isHere = get(COMMANDS).conditions.getState().route === '/fretboard'
    return isHere && !BEGINS_A_WORD.test(query)
      ? chordTones(askedChord(query), get(NECK_VIEW).getState().noteNames)
      : undefined
  }
  return {
    id: 'fretboard.chords',
    title: 'Chords',
    accepts: query => readChord(query) !== undefined,
    search: query => {
      const read = readChord(query)
      if (!read) return []
      const { noteNames } = get(NECK_VIEW).getState()
      const chord = askedChord(query)
      const title = get(TRANSLATOR).t('fretboard', 'Voicings of {{chord}}', {
        chord: shownChord(read.symbol, noteNames),
      })
      const run = async () => void (await get(COMMANDS).execute('fretboard.find-chord', { chord }))
      return [{ id: read.symbol, title, run }]
    },
  }
}
