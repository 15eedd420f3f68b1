import { describe, expect, it } from 'vitest'
import { noteName } from '../../../src/core/music/guitar/note-name.js'
import { STANDARD_TUNING } from '../../../src/core/music/guitar/tunings.js'
import type { NoteEvent } from '../../../src/core/music/midi/midi-event.js'
import { comparedNecks } from '../../../src/plugins/replay/print/compared-necks.js'

const GUITAR = { strings: STANDARD_TUNING.strings, capo: 0, frets: 24 }
const TIME = '00:00:01:250'

function sounds(number: number, more: Partial<NoteEvent> = {}): NoteEvent {
  return {
    ...{
      key: 1,
      time: TIME,
      at: 1250,
      portId: 'file',
      channel: 1,
      kind: 'note',
      on: true,
      ...noteName(number),
    },
    ...{ note: `file:1:${number}`, number, attack: 0.5, release: 0, raw: [0x90, number, 64] },
    ...more,
  }
}

const necks = (expected: readonly NoteEvent[], actual: readonly NoteEvent[], neck = GUITAR) =>
  comparedNecks(neck, { time: TIME, sounding: { expected, actual } })

describe('two necks at a difference', () => {
  it('show what should sound and what does, open strings at the nut', () => {
    const drawn = necks([sounds(48), sounds(52), sounds(55)], [sounds(48), sounds(52), sounds(56)])
    expect(drawn?.expected.rows.join('\n')).toBe(
      `
e  ‖---|---|---|---|---|
B  ‖---|---|---|---|---|
G ●‖---|---|---|---|---|
D  ‖---|-●-|---|---|---|
A  ‖---|---|-●-|---|---|
E  ‖---|---|---|---|---|
             3       5`.slice(1),
    )
    expect(drawn?.actual.rows[2]).toBe('G  ‖-●-|---|---|---|---|')
    expect([drawn?.expected.notes, drawn?.actual.notes]).toEqual(['C3 E3 G3', 'C3 E3 G#3'])
  })

  it('take the string that the log names', () => {
    const drawn = necks([sounds(64, { string: 2 })], [sounds(64, { string: 3 })])
    expect(drawn?.expected.rows[1]).toContain('●')
    expect(drawn?.actual.rows[2]).toContain('●')
    expect(drawn?.actual.rows[1]).not.toContain('●')
  })

  it('begin where the notes are, high on the neck, so that both fit into 80 columns', () => {
    const drawn = necks([sounds(80, { string: 1 })], [sounds(81, { string: 1 })])
    expect(drawn?.expected.rows[0]).toBe('e  |-●-|---|---|---|---|')
    expect(drawn?.expected.rows.at(-1)).toBe('    16  17      19')
    expect(drawn?.actual.rows[0]).toBe('e  |---|-●-|---|---|---|')
  })

  it('are pictures with a name each, in which a log can write nothing of its own', () => {
    const bad = sounds(60, { name: '"><script>\u001b' })
    const drawn = necks([bad], [])
    expect(drawn?.expected.svg).toMatch(
      /^<svg viewBox="0 0 \d+ \d+" width="\d+" role="img" aria-label="Expected at /,
    )
    expect(drawn?.expected.svg.match(/<circle /g)).toHaveLength(1)
    expect(drawn?.actual.svg).toContain('aria-label="Actual at 00:00:01:250: no note"')
    expect(drawn?.actual.svg).not.toContain('<circle')
    expect(drawn?.expected.svg).not.toContain('<script')
    expect(drawn?.expected.svg).not.toContain('\u001b')
  })
})
