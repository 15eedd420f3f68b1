import type { PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, CLOCK, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { Disposable } from '../../../core/platform/store.js'
import { parseSong, type Song, SongError } from '../../../music/song/song.js'
import { SONG_NOTICES } from '../../player/tokens.js'
import { draftSettings } from '../recording-settings.js'
import { RECORDER } from './recorder.js'
import { notesOf } from './take-song.js'

const SENTENCES = phrases({
  unfinished: 'The page was closed during a recording ({{notes}} notes).',
  keep: 'Save recording',
})

const OFTEN_MS = 3000
const SILENT_MS = 3 * OFTEN_MS // must exceed the interval between drafts

/** Stores drafts while recording, so that an interrupted recording can be restored. */
export function keepDrafts(context: PluginContext, save: (song: Song) => Promise<void>): void {
  const { get, scope, log } = context
  const recorder = get(RECORDER)
  const clock = get(CLOCK)
  const drafts = draftStore(context)
  const now = () => clock.date().getTime()

  const write = () => {
    const song = recorder.soFar()
    if (song) drafts.put({ at: now(), song: draftOf(song) })
  }
  let writing: Disposable | undefined
  scope.onDispose(
    recorder.view.subscribe(({ recording }) => {
      if (recording && !writing) writing = clock.every(OFTEN_MS, write)
      if (recording) return
      writing?.dispose()
      writing = undefined
    }),
  )
  scope.onDispose(() => writing?.dispose())

  const offer = () => {
    const draft = drafts.get()
    if (!draft || recorder.view.getState().recording) return
    const song = songOfDraft(draft.song)
    if (!song) return drafts.put(undefined)
    get(SONG_NOTICES).post({
      kind: 'warning',
      source: 'practice',
      message: SENTENCES.unfinished,
      values: { notes: notesOf(song) },
      topic: 'recording draft',
      code: 'recording_unfinished',
      stays: true,
      action: {
        label: SENTENCES.keep,
        run: () => void save(song).catch(thrown => log.error('Couldn’t store the recording', thrown)),
      },
    })
  }
  const found = drafts.get()
  if (!found) return
  // The draft may belong to a recording in another tab.
  const waiting = clock.after(Math.max(0, SILENT_MS - (now() - found.at)), () => {
    if (drafts.get()?.at === found.at) offer()
  })
  scope.onDispose(() => waiting.dispose())
}

/** Rounds to a hundredth of a millisecond. */
const rounded = (seconds: number) => Math.round(seconds * 1e5) / 1e5

/** Omits derived data. An hour of playing must fit in browser storage. */
function draftOf({ header, tracks }: Song): string {
  return JSON.stringify({
    header,
    tracks: tracks.map(({ notes, controlChanges, pitchBends, ...track }) => ({
      ...track,
      notes: notes.map(
        ({ ticks: _, durationTicks: _length, name: _name, time, duration, velocity, ...note }) => ({
          ...note,
          time: rounded(time),
          duration: rounded(duration),
          velocity: rounded(velocity),
        }),
      ),
      controlChanges: Object.fromEntries(
        Object.entries(controlChanges).map(([controller, changes]) => [
          controller,
          changes.map(({ ticks: _, time, ...change }) => ({ ...change, time: rounded(time) })),
        ]),
      ),
      pitchBends: pitchBends.map(({ ticks: _, time, ...bend }) => ({ ...bend, time: rounded(time) })),
    })),
  })
}

function songOfDraft(draft: string): Song | undefined {
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
