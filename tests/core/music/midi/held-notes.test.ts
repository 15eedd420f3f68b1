// Which notes of a channel sound: fingers, pedals and mode messages as a table.
import { expect, it } from 'vitest'
import { type HeldNote, HeldNotes } from '../../../../src/core/music/midi/held-notes.js'

/** @param steps `on 60, off 60`, or a controller and its value: `64 127` */
function notesAfter(steps: string) {
  const ended: string[] = []
  const held = new HeldNotes<HeldNote & { readonly note: number }>(({ note }, cut) => {
    ended.push(cut ? `${note} cut` : `${note}`)
  })
  for (const step of steps.split(', ')) {
    const [what = '', number = ''] = step.split(' ')
    const value = Number(number)
    if (what === 'on') held.begin(value, { note: value, down: true, caught: false })
    else if (what === 'off') held.release(value)
    else held.control(Number(what), value)
  }
  return { sounding: [...held.values()].map(({ note }) => note), ended }
}

it.each([
  ['until their note-off', 'on 60, on 64, off 60', [64]],
  ['kept by the sustain pedal', 'on 60, 64 64, off 60', [60]],
  ['until that is lifted', 'on 60, 64 127, off 60, on 64, 64 63', [64]],
  ['kept by sostenuto if they were down', 'on 60, 66 127, on 64, off 60, off 64', [60]],
  ['not caught by sostenuto if only the sustain pedal keeps them', 'on 60, 64 127, off 60, 66 127, 64 0', []],
  ['not caught by a second press of it', 'on 60, 66 127, on 64, 66 127, off 64', [60]],
  ['until sostenuto is lifted', 'on 60, 66 127, off 60, 66 0', []],
  ['not kept by the soft pedal', 'on 60, 67 127, off 60', []],
  ['until all notes off', 'on 60, on 64, 123 0', []],
  ['until a change to omni off', 'on 60, 124 0', []],
  ['until a change to omni on', 'on 60, 125 0', []],
  ['until a change to mono', 'on 60, 126 1', []],
  ['until a change to poly', 'on 60, 127 0', []],
  ['over all notes off while a pedal keeps them', 'on 60, 64 127, 123 0', [60]],
  ['over a mode change while a pedal keeps them', 'on 60, 64 127, 126 1', [60]],
  ['until a reset lifts the pedal', 'on 60, 64 127, off 60, on 64, 121 0', [64]],
  ['not over all sound off', 'on 60, 64 127, 120 0', []],
  ['whatever local control says', 'on 60, 122 0', [60]],
])('the notes of a channel sound %s', (_how, steps, sounding) => {
  expect(notesAfter(steps).sounding).toEqual(sounding)
})

it.each([
  ['struck again are ended first', 'on 60, on 60, off 60', ['60', '60']],
  ['are cut by all sound off', 'on 60, 120 0', ['60 cut']],
  ['die away at all notes off', 'on 60, 123 0', ['60']],
])('the notes of a channel %s', (_how, steps, ended) => {
  expect(notesAfter(steps)).toEqual({ sounding: [], ended })
})
