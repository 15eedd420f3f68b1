import { onSessionEnd } from '../../../core/auth/session.js'
import { publishCondition } from '../../../core/commands/command-registry.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, CLOCK, EVENTS, NOTICES, SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases, SentenceError, type SentenceValues } from '../../../core/platform/phrases.js'
import { type Song, songLengthMs } from '../../../music/song/song.js'
import { shortName } from '../../../music/song/song-name.js'
import { tempoMap } from '../../../music/song/song-time.js'
import { timeText } from '../../../music/song/time-text.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import { type LibrarySong, SONG_IMPORTS, SONG_LIBRARY, TAKE_FILE } from '../../library/tokens.js'
import { GONE_TOPIC, KEYBOARD_PORT, MIDI_ACCESS, NECK_PORT } from '../../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_NOTICES, SONG_OPENED, SONG_SESSION } from '../../player/tokens.js'
import { type RecordingArgs, recordingSettings } from '../recording-settings.js'
import { METRONOME } from '../tokens.js'
import { draftStore, keepDrafts } from './drafts.js'
import { cutSong, quantized } from './edit-song.js'
import { createRecorder, RECORDER, type Recorder } from './recorder.js'
import { notesOf } from './take-song.js'

const SENTENCES = phrases({
  take: 'Take from {{date}}',
  tries: 'Recorded “{{name}}”: the best of {{tries}} takes for each bar.',
  chosen: 'Bar {{bar}} of “{{name}}” now uses take {{attempt}}.',
  device: 'Your instrument was disconnected. Everything up to that point was saved.',
  kept: 'Recorded “{{name}}” ({{notes}} notes, {{time}}).',
  quantized: 'Quantized “{{name}}”.',
  quantizedName: '{{name}} (quantized)',
  trimmed: 'Trimmed “{{name}}”.',
  trimmedName: '{{name}} (trimmed)',
  split: 'Split “{{name}}” in two.',
  noLoop: 'Set a loop first, then trim the song to it.',
  noSplit: 'Go to the bar where the second part begins, then split the song.',
  nothing: 'Nothing was recorded because nothing was played.',
  discarded: 'Recording discarded.',
  undo: 'Undo',
})

const fileOf = (song: Song) => {
  const bytes = new TextEncoder().encode(JSON.stringify(song))
  return { name: TAKE_FILE, size: bytes.length, bytes: async () => bytes }
}

interface Kept {
  readonly message: string
  readonly values?: SentenceValues
  readonly replaced?: LibrarySong | undefined
}

/** Adds songs to the library and opens the first one. Undo removes them and reopens the previous song. */
async function keep({ get, load, log }: PluginContext, songs: readonly Song[], kept: Kept) {
  const library = await load(SONG_LIBRARY)
  const imports = await load(SONG_IMPORTS)
  const known = new Set(library.view.getState().songs.map(({ id }) => id))
  const session = get(SONG_SESSION)
  const { song: before, shown } = session.view.getState()
  if (!(await imports.take(songs.map(fileOf), { keep: true, open: true, quiet: true }))) return false
  const { song: opened } = session.view.getState()
  const track = typeof shown === 'number' ? opened?.tracks[shown] : undefined
  if (track?.playable && track.name === before?.tracks[track.index]?.name) session.show(track.index)
  const added = library.view.getState().songs.filter(({ id }) => !known.has(id))
  const restore = kept.replaced && added.length > 0 ? await library.remove(kept.replaced.id) : undefined
  const undo = async () => {
    for (const { id } of added) await library.remove(id)
    await restore?.()
    if (!before) return get(SONG_SESSION).close()
    const { title, song, key } = before
    await imports.take([{ ...fileOf(song), title, key }], { keep: false, open: true })
  }
  get(SONG_NOTICES).post({
    kind: 'success',
    source: 'practice',
    message: kept.message,
    values: { ...kept.values, name: shortName(kept.replaced?.name ?? songs[0]?.header.name ?? '') },
    topic: 'recording',
    action: {
      label: SENTENCES.undo,
      run: () => void undo().catch(thrown => log.error('Couldn’t undo the recording', thrown)),
    },
  })
  return true
}

/** Replaces a take with its parts. Songs imported from files are not replaced. */
async function keepParts(context: PluginContext, parts: readonly Song[], message: string) {
  const key = context.get(SONG_SESSION).view.getState().song?.key
  const { songs } = (await context.load(SONG_LIBRARY)).view.getState()
  const replaced = songs.find(song => song.file === TAKE_FILE && song.key === key)
  await keep(context, parts, { message, replaced })
}

function openBars({ get, find }: PluginContext) {
  const open = get(SONG_SESSION).view.getState().song
  if (!open) return undefined
  const { header } = open.song
  const map = tempoMap(header.tempos, header.ppq)
  const { songs = [] } = find(SONG_LIBRARY)?.view.getState() ?? {}
  const isTake = songs.some(({ file, key }) => file === TAKE_FILE && key === open.key)
  return {
    ...{ song: open.song, name: header.name || open.title, isTake },
    ticksOf: (bar: number) => map.ticksAt(open.barStart(bar) / 1000),
  }
}

const renamed = (song: Song, name: string): Song => ({ ...song, header: { ...song.header, name } })

async function keepTake(
  context: PluginContext,
  song: Song,
  { notes, tries } = { notes: notesOf(song), tries: 0 },
): Promise<void> {
  const values = { notes, time: timeText(songLengthMs(song)), tries }
  const isKept = await keep(context, [song], {
    ...{ message: tries > 1 ? SENTENCES.tries : SENTENCES.kept, values },
  })
  // If a recording is in progress, the draft belongs to it.
  if (isKept && !context.get(RECORDER).view.getState().recording) draftStore(context).put(undefined)
}

function stopped({ get }: PluginContext): Song | undefined {
  const recorder = get(RECORDER)
  if (recorder.view.getState().metronome) get(METRONOME).stop()
  return recorder.stop()
}

async function endTake(context: PluginContext, why?: 'song' | 'device'): Promise<void> {
  const { get } = context
  const song = stopped(context)
  if (song) await keepTake(context, song, get(RECORDER).view.getState())
  else draftStore(context).put(undefined)
  const tell = (kind: 'info' | 'warning', message: string, code: string) =>
    get(SONG_NOTICES).post({
      kind,
      source: 'practice',
      message,
      code,
      topic: kind === 'warning' ? GONE_TOPIC : `recording ${code}`,
    })
  if (!song) tell('info', SENTENCES.nothing, 'nothing_recorded')
  else if (why === 'device') tell('warning', SENTENCES.device, 'input_lost')
}

const MINUTE_MS = 60_000

async function startAlone({ get }: PluginContext): Promise<void> {
  const { metronome } = get(SETTINGS).store(recordingSettings).getState()
  const { countIn } = get(PLAYBACK_SETTINGS).options.getState()
  if (!metronome) return get(RECORDER).start(false)
  const { beginAt, bpm, beats } = await get(METRONOME).start()
  const grid = { bpm, beats, beginAt: beginAt + (countIn * beats * MINUTE_MS) / bpm }
  get(RECORDER).start(false, grid)
}

const record =
  (over: boolean): CommandHandler =>
  async context => {
    const recorder = context.get(RECORDER)
    if (recorder.view.getState().recording) return endTake(context)
    // Refuse to record if the take could not be saved.
    await context.load(SONG_LIBRARY)
    if (over) recorder.start(true)
    else await startAlone(context)
  }

export const RECORDING_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'recording.toggle': record(false),
  'recording.overdub': record(true),
  'recording.keep-last': context => keepTake(context, context.get(RECORDER).lastPlayed()),
  'recording.discard': context => {
    const { get } = context
    const song = stopped(context)
    draftStore(context).put(undefined)
    if (!song) return
    const take = get(RECORDER).view.getState()
    get(SONG_NOTICES).post({
      kind: 'info',
      source: 'practice',
      message: SENTENCES.discarded,
      topic: 'recording',
      action: { label: SENTENCES.undo, run: () => void keepTake(context, song, take) },
    })
  },
  'recording.choose-try': async (context, { bar, attempt }: RecordingArgs['attempt']) => {
    const song = context.get(RECORDER).choose(bar, attempt)
    await keep(context, [song], { message: SENTENCES.chosen, values: { bar, attempt } })
  },
  'recording.quantize': async (context, { grid, strength }: RecordingArgs['quantize']) => {
    const open = openBars(context)
    if (!open) return
    const name = context.get(TRANSLATOR).t('practice', SENTENCES.quantizedName, { name: open.name })
    const song = renamed(quantized(open.song, grid, strength), name)
    await keep(context, [song], { message: SENTENCES.quantized })
  },
  'recording.trim': async context => {
    const open = openBars(context)
    const { loop } = context.get(PLAYBACK_SETTINGS).view.getState()
    if (!open) return
    if (!loop) throw new SentenceError('no_loop', SENTENCES.noLoop)
    const { name, isTake, ticksOf } = open
    const trimmedName = context.get(TRANSLATOR).t('practice', SENTENCES.trimmedName, { name })
    const part = cutSong(open.song, ticksOf(loop.from), ticksOf(loop.to + 1))
    await keepParts(context, [renamed(part, isTake ? name : trimmedName)], SENTENCES.trimmed)
  },
  'recording.split': async context => {
    const open = openBars(context)
    const bar = context.get(SONG_SESSION).barNow()
    if (!open) return
    if (bar === 1) throw new SentenceError('no_split', SENTENCES.noSplit)
    const at = open.ticksOf(bar)
    const parts = [cutSong(open.song, 0, at), cutSong(open.song, at, Number.POSITIVE_INFINITY)]
    await keepParts(
      context,
      parts.map((part, index) => renamed(part, `${open.name} (${index + 1})`)),
      SENTENCES.split,
    )
  },
}

const OWN_PORTS: Readonly<Record<string, string>> = { [NECK_PORT]: 'Neck', [KEYBOARD_PORT]: 'Keyboard' }

export function provideRecorder(context: PluginContext): Recorder {
  const { get, find, log } = context
  const inputs = () => find(MIDI_ACCESS)?.view.getState().inputs ?? []
  return createRecorder({
    clock: get(CLOCK),
    events: get(EVENTS),
    session: get(SONG_SESSION),
    playback: get(PLAYBACK_SETTINGS),
    title: () => {
      const translator = get(TRANSLATOR)
      const written = new Intl.DateTimeFormat(translator.locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
      })
      return translator.t('practice', SENTENCES.take, { date: written.format(get(CLOCK).date()) })
    },
    neck: () => {
      const neck = find(NECK_VIEW)?.getState()
      return neck && { strings: neck.tuning.strings, capo: neck.capo }
    },
    connected: () => inputs().map(({ id }) => id),
    portName: portId => inputs().find(({ id }) => id === portId)?.name ?? OWN_PORTS[portId] ?? portId,
    onEnd: why => void endTake(context, why).catch(thrown => log.error('Couldn’t store the take', thrown)),
  })
}

export function runRecording(context: PluginContext): void {
  const { get, scope } = context
  const recorder = get(RECORDER)
  scope.add(onSessionEnd(get(AUTH).state, () => recorder.forget()))
  publishCondition(context, 'recording.alone', recorder.view, ({ recording, over }) => recording && !over)
  const endNotice = () => get(NOTICES).withdraw('recording')
  scope.add(get(EVENTS).on(SONG_OPENED, endNotice))
  scope.onDispose(recorder.view.subscribe(({ recording }) => recording && endNotice()))
  keepDrafts(context, song => keepTake(context, song))
}
