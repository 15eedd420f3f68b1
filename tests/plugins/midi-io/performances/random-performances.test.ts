// Thousands of random performances over ports as browsers have them: whatever happens, nothing hangs.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../support/rounds.js'
import { makeStage, PORTS, type Stage, type Step, step, take } from './random-stage.js'

/** Ports are sent to this long after the time that is asked for (specification, section 7). */
const DELAY_MS = 10
/** What is due later than this is not handed over yet, so that a panic need not wait for it. */
const AHEAD_MS = 150

const ending = fc.constantFrom('panic' as const, 'silence' as const, 'dispose' as const)
const steps = (maxLength: number, which: (each: Step) => boolean = () => true) =>
  fc.array(step.filter(which), { maxLength })
const onlyTo = (...names: readonly Step['do'][]) => {
  return (each: Step) => names.includes(each.do)
}

interface Heard {
  readonly bytes: string
  readonly at: number
}
const byTime = (a: Heard, b: Heard) => a.at - b.at || a.bytes.localeCompare(b.bytes)

/** From here on, one for each step; the random notes are below. */
const OWN_NOTES = 60
const channelsOf = (channel: number) =>
  channel === 0 ? Array.from({ length: 16 }, (_, index) => index) : [channel - 1]

const perform = async (stage: Stage, all: readonly Step[]) => {
  for (const each of all) await take(each, stage)
}
/** A port that was unplugged while it sounded is silenced when it is back. */
const plugAll = (stage: Stage) => {
  for (const id of PORTS) stage.plug(id)
}

describe('random performances, with thru, ports that come and go, panics and hidden pages', () => {
  it('after a panic, a silence or the end of the plugin every instrument is silent', () =>
    fc.assert(
      fc.asyncProperty(steps(60), ending, fc.boolean(), async (all, end, withClear) => {
        const stage = await makeStage(withClear)
        await perform(stage, all)
        plugAll(stage)
        stage.output[end]()
        await stage.clock.advance(2000)
        expect(stage.sounding()).toEqual([])
        expect(stage.clock.pending).toBe(0)
      }),
      rounds(1000, 657),
    ))

  it('a panic comes last, and at the latest 160 ms after it all is silent', () =>
    fc.assert(
      fc.asyncProperty(steps(40), async all => {
        const stage = await makeStage()
        await perform(stage, all)
        plugAll(stage)
        const before = stage.midi.sent.length
        stage.output.panic()
        const now = stage.clock.now()
        const [last] = stage.midi.heard().slice(-1)
        if (stage.settings.getState().outputPort) expect(last?.bytes).toEqual([0xff])
        // A panic behind panics waits for them, a millisecond each.
        const behind = all.length + PORTS.length
        for (const { at } of stage.midi.sent.slice(before)) {
          expect(at - now).toBeLessThanOrEqual(AHEAD_MS + DELAY_MS + behind)
        }
        await stage.clock.advance(1000)
        expect(stage.sounding()).toEqual([])
      }),
      rounds(500, 674),
    ))

  it('every note that thru began ends when thru is switched off, with any filter', () =>
    fc.assert(
      fc.asyncProperty(steps(60, onlyTo('thru', 'filter', 'input-gone', 'wait')), async all => {
        const stage = await makeStage()
        await perform(stage, all)
        stage.thru.end()
        await stage.clock.advance(1000)
        expect(stage.sounding()).toEqual([])
      }),
      rounds(500, 608),
    ))

  it('without a silence, every message is sent at its time, and messages of one moment in order', () =>
    fc.assert(
      fc.asyncProperty(steps(40, onlyTo('play', 'on', 'off', 'send', 'wait')), async all => {
        const stage = await makeStage()
        const wanted: Heard[] = []
        const wholeNotes: Heard[] = []
        for (const [index, each] of all.entries()) {
          const due = stage.clock.now() + DELAY_MS
          if (each.do === 'send') wanted.push({ bytes: each.bytes.join(' '), at: due + each.in })
          if (each.do === 'on' || each.do === 'off') {
            const status = each.do === 'on' ? 0x90 : 0x80
            for (const channel of channelsOf(each.channel)) {
              wanted.push({ bytes: `${status | channel} ${each.note} 64`, at: due + each.in })
            }
          }
          if (each.do !== 'play') {
            await take(each, stage)
            continue
          }
          // Each message has its own note: other tests cover notes that begin again.
          const note = OWN_NOTES + index
          for (const channel of channelsOf(each.channel)) {
            wholeNotes.push({ bytes: `${0x90 | channel} ${note} 64`, at: due + each.in })
            wholeNotes.push({ bytes: `${0x80 | channel} ${note} 64`, at: due + each.in + each.duration })
          }
          await take({ ...each, note, port: 'synth' }, stage)
        }
        await stage.clock.advance(2000)
        const heard = stage.midi.heard('synth').map(({ bytes, at }) => ({ bytes: bytes.join(' '), at }))
        const isWholeNote = ({ bytes }: Heard) => {
          const [status = 0, note = 0] = bytes.split(' ').map(Number)
          return status < 0xa0 && note >= OWN_NOTES
        }
        expect(heard.filter(each => !isWholeNote(each))).toEqual(wanted.toSorted((a, b) => a.at - b.at))
        expect(heard.filter(isWholeNote).toSorted(byTime)).toEqual(wholeNotes.toSorted(byTime))
      }),
      rounds(2000, 661),
    ))
})
