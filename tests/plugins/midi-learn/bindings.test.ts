import { describe, expect, it } from 'vitest'
import {
  bindingKey,
  clashesOf,
  readBindings,
  withBinding,
  without,
} from '../../../src/plugins/midi-learn/bindings.js'
import type { Binding } from '../../../src/plugins/midi-learn/settings.js'
import { KEYS, NEXT_PAGE, PEDAL } from './learn-kernel.js'

const anywhere: Binding = { ...NEXT_PAGE, port: undefined, command: 'test.any' }
const onKeys: Binding = { ...NEXT_PAGE, port: KEYS, command: 'test.keys' }

describe('bindings', () => {
  it('are read one by one: a broken one takes no other with it', () => {
    const broken = [{ ...NEXT_PAGE, number: 128 }, 'pedal', { ...NEXT_PAGE, command: '' }, null]
    const { bindings, complaints } = readBindings([...broken, NEXT_PAGE])
    expect(bindings).toEqual([NEXT_PAGE])
    expect(complaints).toHaveLength(4)
    expect(complaints[0]).toMatch(/^number 1: number: /)
    expect(complaints[1]).toMatch(/^number 2: all of it: /)
  })

  it('clash where one message would run both', () => {
    expect(clashesOf(NEXT_PAGE, [onKeys])).toEqual([])
    expect(clashesOf(NEXT_PAGE, [anywhere])).toEqual([anywhere])
    expect(clashesOf(anywhere, [NEXT_PAGE, onKeys])).toEqual([NEXT_PAGE, onKeys])
    expect(clashesOf({ ...NEXT_PAGE, channel: 2 }, [NEXT_PAGE])).toEqual([])
    expect(clashesOf({ ...NEXT_PAGE, number: 65 }, [NEXT_PAGE])).toEqual([])
    expect(clashesOf({ ...NEXT_PAGE, kind: 'note' }, [NEXT_PAGE])).toEqual([])
  })

  it('take the place of those that they clash with, and leave what cannot be read where it is', () => {
    const newer = { kind: 'breath', from: 'a newer version' }
    expect(withBinding([newer, NEXT_PAGE, onKeys], anywhere)).toEqual([newer, anywhere])
    expect(without([newer, NEXT_PAGE, onKeys], [NEXT_PAGE])).toEqual([newer, onKeys])
  })

  it('clash where a fine half is bound already', () => {
    const fader: Binding = { ...NEXT_PAGE, number: 7, fine: true }
    const fineHalf: Binding = { ...NEXT_PAGE, number: 39 }
    expect(clashesOf(fader, [fineHalf])).toEqual([fineHalf])
    expect(clashesOf(fineHalf, [fader])).toEqual([fader])
  })

  it('are named by their control', () => {
    expect(bindingKey(NEXT_PAGE)).toBe(`controller:1:64:${PEDAL.id}`)
    expect(bindingKey(anywhere)).toBe('controller:1:64:')
  })
})
