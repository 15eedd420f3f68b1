import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SETTINGS } from '../../../../src/core/kernel/tokens.js'
import { createStore, disposable } from '../../../../src/core/platform/store.js'
import audioIn from '../../../../src/plugins/audio-in/index.js'
import {
  AUDIO_INPUT,
  type AudioInput,
  type AudioInputView,
  type TunerReading,
} from '../../../../src/plugins/audio-in/tokens.js'
import { type TunerSettings, tunerSettings } from '../../../../src/plugins/audio-in/tuner-settings.js'
import '../../../../src/plugins/audio-in/ui/tuner/tuner-page.js'
import fretboard from '../../../../src/plugins/fretboard/index.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import sound from '../../../../src/plugins/sound/index.js'
import { SOUND_SILENCED } from '../../../../src/plugins/sound/tokens.js'
import { openKernel } from '../../../support/open-kernel.js'
import { renderScreen } from '../../../support/render-screen.js'

/** Audio input that starts immediately. */
function fakeInput() {
  const off: AudioInputView = { status: 'off', warnings: [], devices: [], channels: 1, channel: 1 }
  const view = createStore<AudioInputView>(off)
  const readings = createStore<TunerReading | undefined>(undefined)
  const listeners = new Set<object>()
  const input: AudioInput = {
    ...{ view, level: createStore(undefined) },
    start: async () => view.setState({ status: 'listening', problem: undefined }),
    stop: () => view.setState({ status: 'off' }),
    tuner: {
      readings,
      listen() {
        const key = {}
        listeners.add(key)
        return disposable(() => void listeners.delete(key))
      },
    },
    expect: () => disposable(),
  }
  return { input, view, readings, listeners }
}

async function show(changed: Partial<TunerSettings> = {}) {
  const fake = fakeInput()
  const { kernel } = await openKernel({
    plugins: [midiIo, fretboard, sound, audioIn],
    overrides: [[AUDIO_INPUT, fake.input]],
    activate: ['sound', 'audio-in'],
    stored: { fretworkTuner: JSON.stringify({ version: '1', ...tunerSettings.defaults, ...changed }) },
  })
  const shown = renderScreen(kernel, 'audio-in', 'TunerPage')
  await screen.findByRole('heading', { name: 'Tuner' })
  await screen.findByRole('region', { name: 'Options' })
  let at = 1000
  const play = (hz: number | undefined, ms = 30) =>
    act(() => {
      for (let after = 0; after < ms; after += 30) {
        at += 30
        fake.readings.setState(hz === undefined ? undefined : { hz, at }, true)
      }
    })
  return {
    ...{ ...fake, ...shown, play, user: userEvent.setup() },
    settings: kernel.get(SETTINGS).store(tunerSettings),
    silenced: kernel.get(SOUND_SILENCED),
  }
}

const strings = () => within(screen.getByRole('list', { name: 'Strings' }))
const flatE = 82.4069 * 2 ** (-12 / 1200)

describe('Tuner page', () => {
  afterEach(() => vi.useRealTimers())

  it('explains why it needs the microphone, and turns it off when the user leaves', async () => {
    const { user, view, listeners, silenced, unmount } = await show()
    expect(screen.getByText(/The sound never leaves this device\./)).toBeTruthy()
    expect(silenced.getState()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Turn on the microphone' }))
    expect([view.getState().status, listeners.size]).toEqual(['listening', 1])
    unmount()
    expect([view.getState().status, listeners.size, silenced.getState()]).toEqual(['off', 0, false])
  })

  it('listens immediately if the microphone was turned on before, and names problems', async () => {
    const { view } = await show({ listens: true, mutes: false })
    expect(screen.getByText('Play a string.')).toBeTruthy()
    act(() => view.setState({ status: 'failed', problem: 'audio_refused' }))
    expect(screen.getByText(/The microphone is blocked\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('shows the note, the cents and the string, and speaks them every two seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    const { play } = await show({ listens: true })
    play(flatE)
    expect(screen.getByText('12 cents flat')).toBeTruthy()
    expect(screen.getByText('81.8 Hz')).toBeTruthy()
    expect(strings().getByRole('button', { name: 'String 6, E2', pressed: true })).toBeTruthy()
    expect(screen.queryByText('E2, 12 cents flat')).toBeNull()
    act(() => void vi.advanceTimersByTime(2000))
    expect(screen.getByText('E2, 12 cents flat').role).toBe('status')
  })

  it('measures the string that the user chooses', async () => {
    const { play, user } = await show({ listens: true })
    await user.click(strings().getByRole('button', { name: 'String 5, A2' }))
    play(flatE)
    expect(screen.getByText('512 cents flat')).toBeTruthy()
  })

  it('goes hands-free from string to string until all are in tune', async () => {
    const { play } = await show({ listens: true, handsFree: true })
    for (const hz of [82.41, 110, 146.83, 196, 246.94, 329.63]) {
      play(hz, 1200)
      play(undefined)
    }
    expect(strings().getAllByRole('button', { name: /, in tune$/ })).toHaveLength(6)
    expect(screen.getByText('All strings are in tune.')).toBeTruthy()
  })

  it('names notes chromatically at another concert pitch', async () => {
    const { play, user, settings } = await show({ listens: true })
    await user.click(screen.getByRole('radio', { name: 'Chromatic' }))
    const a4 = screen.getByRole('textbox', { name: 'Frequency of A4 (Hz)' })
    await user.clear(a4)
    await user.type(a4, '415')
    play(415)
    expect([settings.getState().mode, settings.getState().a4]).toEqual(['chromatic', 415])
    expect(screen.queryByRole('list', { name: 'Strings' })).toBeNull()
    expect(screen.getByText('in tune')).toBeTruthy()
  })
})
