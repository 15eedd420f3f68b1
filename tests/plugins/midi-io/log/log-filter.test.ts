import { describe, expect, it } from 'vitest'
import { logFilter, shownName, shownValue } from '../../../../src/plugins/midi-io/log/log-filter.js'
import { makeInput } from '../support/make-input.js'

function events() {
  const { input, heard } = makeInput()
  input.receive([0x92, 61, 96], { portId: 'in-1' })
  input.receive([0x89, 61, 64], { portId: 'in-1' })
  input.receive([0xb0, 64, 127], { portId: 'in-2' })
  input.receive([0xe0, 0, 64], { portId: 'in-2' })
  input.receive([0xc0, 5], { portId: 'in-2' })
  return heard
}

const portName = (id: string) => (id === 'in-1' ? 'GK-3 Guitar' : 'Keystep')

describe('the log', () => {
  it('names events and shows their raw values', () => {
    expect(events().map(event => [shownName(event), shownValue(event)])).toEqual([
      ['C#4', 96],
      ['C#4', 64],
      ['CC-64', 127],
      ['PB', 8192],
      ['PC', 6],
    ])
  })

  it.each([
    ['', [0, 1, 2, 3, 4]],
    ['guitar', [0, 1]],
    ['ch1', [2, 3, 4]],
    ['ch3 c#', [0]],
    ['ch10', [1]],
    ['SUSTAIN', [2]],
    ['note off', [1]],
    ['bend', [3]],
    ['programchange', [4]],
    ['D♭4', [0, 1]],
    ['Db5', []],
    ['cc64', [2]],
    ['cc6', []],
    ['tuba', []],
  ])('filtered by "%s" shows what fits', (text, expected) => {
    const fits = logFilter(text, portName)
    const found = events().flatMap((event, index) => (fits(event) ? [index] : []))
    expect(found).toEqual(expected)
  })

  it.each([
    [{}, [0, 1, 2, 3, 4]],
    [{ portId: 'in-2' }, [2, 3, 4]],
    [{ channel: 10 }, [1]],
    [{ kind: 'note' }, [0, 1]],
    [{ kind: 'program' }, [4]],
    [{ kind: 'other' }, [5]],
    [{ portId: 'in-2', channel: 1, kind: 'program' }, [4]],
    [{ portId: 'in-1', kind: 'program' }, []],
  ] as const)('of which %o was chosen shows what fits', (choice, expected) => {
    const { input, heard } = makeInput()
    for (const { raw, portId } of events()) input.receive(raw, { portId })
    input.receive([0xfa], { portId: 'in-3' })
    const fits = logFilter('', portName, choice)
    const all = Object.keys(choice).length === 0 ? heard.slice(0, 5) : heard
    expect(all.flatMap((event, index) => (fits(event) ? [index] : []))).toEqual(expected)
  })
})
