// Training rounds answered by choice, by MIDI or on the neck, with stored progress.
import { expect, it } from 'vitest'
import { GO_TO } from '../../../../src/core/events/app-events.js'
import { EVENTS, SETTINGS } from '../../../../src/core/kernel/tokens.js'
import { noteOff, noteOn } from '../../../../src/music/midi/midi-message.js'
import fretboard from '../../../../src/plugins/fretboard/index.js'
import { NECK_PLAYER } from '../../../../src/plugins/fretboard/tokens.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { MIDI_INPUT } from '../../../../src/plugins/midi-io/tokens.js'
import { KINDS, type Kind, trainerSettings } from '../../../../src/plugins/practice/trainer-settings.js'
import { TRAINER } from '../../../../src/plugins/practice/trainers/run-trainers.js'
import { openKernel } from '../../../support/open-kernel.js'
import { SONG_PLUGINS } from '../../player/songs.js'

const MINUTE_MS = 60_000

async function setUp(kinds: readonly Kind[] = ['position'], change = {}, route = '/practice/train') {
  const opened = await openKernel({
    ...{ plugins: [midiIo, fretboard, ...SONG_PLUGINS], activate: ['practice'] },
    ...{ midi: 'none', host: 'node', route },
  })
  const { kernel } = opened
  const settings = kernel.get(SETTINGS).store(trainerSettings)
  const asked = Object.fromEntries(KINDS.map(kind => [kind, kinds.includes(kind)]))
  settings.change({ ...asked, ...change })
  const [{ view }, input] = [await kernel.get(TRAINER)(), kernel.get(MIDI_INPUT)]
  return {
    ...opened,
    run: (command: string, args?: object) => opened.run(`trainers.${command}`, args),
    state: view.getState,
    memory: () => settings.getState().memory[''] ?? {},
    play: (...pitches: number[]) => {
      for (const pitch of pitches) {
        input.receive(noteOn(1, pitch, 0.8), { portId: 'keys' })
        input.receive(noteOff(1, pitch), { portId: 'keys' })
      }
    },
    question: () => view.getState().question ?? expect.unreachable('The round has no question.'),
  }
}
/** Number of a choice, starting at 1. */
const numberOf = ({ choices }: { choices: readonly { value: string }[] }, value: string) =>
  choices.findIndex(choice => choice.value === value) + 1

it('a question can be answered by number, and a right answer leads to the next one', async () => {
  const { run, state, question, clock } = await setUp()
  await run('start-round')
  const first = question()
  await clock.advance(1500)
  await run('answer', { number: numberOf(first, first.right) })
  expect(state()).toMatchObject({ phase: 'answered', verdict: 'right', chosen: first.right })
  await clock.advance(1000)
  expect(state().phase).toBe('asking')
  expect(question().card.id).not.toBe(first.card.id)
})

it('after a wrong note on an instrument, the right note leads to the next question', async () => {
  const { run, state, question, play } = await setUp(['staff'])
  await run('start-round')
  const { card } = question()
  if (card.kind !== 'staff') throw new Error('The card is of another kind.')
  play(card.pitch + 1)
  expect(state()).toMatchObject({ phase: 'answered', verdict: 'wrong' })
  play(card.pitch)
  expect(state().phase).toBe('asking')
  expect(question().card.id).not.toBe(card.id)
})

it('a question can be answered on the neck, one position after another', async () => {
  const { kernel, run, state, question } = await setUp(['find'])
  await run('start-round')
  const { positions } = question()
  const player = kernel.get(NECK_PLAYER)
  for (const position of positions) {
    expect(state().phase).toBe('asking')
    player.play(position)
  }
  expect(state()).toMatchObject({ phase: 'answered', verdict: 'right' })
  expect(state().found).toHaveLength(positions.length)
})

it('a round ends with the first answer after the time is up', async () => {
  const { run, state, question, clock } = await setUp(['position'], { minutes: 1 })
  await run('start-round')
  await clock.advance(2 * MINUTE_MS)
  expect(state().phase).toBe('asking')
  await run('answer', { number: numberOf(question(), question().right) })
  await clock.advance(1000)
  expect([state().phase, state().answers.length]).toEqual(['ended', 1])
})

it('a round without any question types does not start, and a notice explains why', async () => {
  const { run, state, notices } = await setUp([])
  await run('start-round')
  expect(state().phase).toBe('resting')
  expect(notices.at(-1)).toMatchObject({ code: 'nothing_asked' })
})

it('starting a round opens the Train page', async () => {
  const { kernel, run } = await setUp(['position'], {}, '/fretboard')
  const paths: string[] = []
  kernel.get(EVENTS).on(GO_TO, ({ path }) => paths.push(path))
  await run('start-round')
  expect(paths).toEqual(['/practice/train'])
})

it('notes played outside a question and repeated answers are ignored', async () => {
  const { run, state, play, memory } = await setUp(['staff'])
  play(64)
  await run('start-round')
  await run('show-answer')
  const before = JSON.stringify(memory())
  await run('show-answer')
  expect(JSON.stringify(memory())).toBe(before)
  expect(state().answers).toHaveLength(1)
})
