import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { AUTH, SETTINGS } from '../../../core/kernel/services/tokens.js'
import { parseSong, type Song, SongError } from '../../../core/music/song/song.js'
import { draftSettings } from '../settings.js'

/** To a hundredth of a millisecond. */
const rounded = (seconds: number) => Math.round(seconds * 1e5) / 1e5

/** Leaves out derived data: an hour of playing must fit into the storage of a browser. */
export function draftOf({ header, tracks }: Song): string {
  return JSON.stringify({
    header,
    tracks: tracks.map(({ notes, controlChanges, pitchBends, ...track }) => ({
      ...track,
      notes: notes.map(({ midi, time, duration, velocity }) => ({
        midi,
        time: rounded(time),
        duration: rounded(duration),
        velocity: rounded(velocity),
      })),
      controlChanges: Object.fromEntries(
        Object.entries(controlChanges).map(([controller, changes]) => [
          controller,
          changes.map(({ number, time, value }) => ({ number, time: rounded(time), value })),
        ]),
      ),
      pitchBends: pitchBends.map(({ time, value }) => ({ time: rounded(time), value })),
    })),
  })
}

export function songOfDraft(draft: string): Song | undefined {
  try {
    const song = parseSong(JSON.parse(draft))
    return song instanceof SongError ? undefined : song
  } catch {
    return undefined
  }
}

export function draftStore({ get }: Pick<PluginContext, 'get'>) {
  const settings = get(SETTINGS).store(draftSettings)
  const user = () => get(AUTH).state.getState().user?.id ?? ''
  return {
    get: () => settings.getState().drafts[user()],
    put(draft: { at: number; song: string } | undefined) {
      const { [user()]: _, ...others } = settings.getState().drafts
      settings.change({ drafts: draft ? { ...others, [user()]: draft } : others })
    },
  }
}
