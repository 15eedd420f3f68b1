import { describe, expect, it } from 'vitest'
import { EXPORT_DIALOG } from '../../../src/plugins/audio-export/song-export.js'
import { exporting } from './exporting.js'

describe('audio export', () => {
  it('opens the dialog unless a format is given', async () => {
    const { run, kernel, made } = await exporting()
    await run('audio-export.save')
    expect(kernel.get(EXPORT_DIALOG).getState().opened).toBe(true)
    expect(made).toEqual([])
  })

  it('saves the song with the current mix, tempo and transposition', async () => {
    const { run, playback, begun, saved, made } = await exporting()
    playback.setTempo(50)
    playback.setTranspose(1)
    playback.setTrack(0, { muted: true })
    await run('audio-export.save', { format: 'webm' })
    expect(begun().slice(0, 3)).toEqual([
      [0, 61],
      [0, 71],
      [4000, 61],
    ])
    expect(made[0]?.format).toBe('webm')
    expect(saved.map(({ name, content }) => [name, (content as Blob).size])).toEqual([
      ['Three parts.webm', '4 samples'.length],
    ])
  })

  it('saves chosen tracks of the loop with metronome and count-in', async () => {
    const { run, playback, begun, made } = await exporting()
    playback.setLoop({ from: 2, to: 2 })
    const choices = { loop: true, tracks: [2], tempo: 200, metronome: true, countIn: 1 }
    await run('audio-export.save', { format: 'wav', ...choices })
    expect(begun().filter(([, pitch = 0]) => pitch === 70)).toEqual([[1000, 70]])
    expect(begun().every(([, pitch = 0]) => [70, 76, 77].includes(pitch))).toBe(true)
    expect(made[0]?.arrangement.endMs).toBe(2000)
  })

  it('a practice track leaves out the tracks shown on the neck', async () => {
    const { run, session, begun, saved } = await exporting()
    session.show(1)
    await run('audio-export.save-practice-track')
    expect(new Set(begun().map(([, pitch]) => pitch))).toEqual(new Set([50, 70]))
    expect(saved.map(({ name }) => name)).toEqual(['Three parts without Part 2.wav'])
    session.show('all')
    expect(await run('audio-export.save-practice-track')).toMatchObject({
      error: { code: 'practice_track_empty' },
    })
  })

  it('canceling saves nothing', async () => {
    const { run, kernel, saved } = await exporting(async (_, { signal }) => {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const running = run('audio-export.save', { format: 'wav' })
    await expect.poll(() => kernel.commands.running.getState()[0]?.fraction).toBeGreaterThan(0.5)
    kernel.commands.running.getState()[0]?.cancel()
    expect(await running).toMatchObject({ error: { code: 'command_cancelled' } })
    expect(saved).toEqual([])
  })
})
