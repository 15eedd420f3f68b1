/** Shows songs and logs on the application's neck, and records what a player would see there. */
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { MAX_FRET } from '../../src/music/guitar/position.js'
import type { MidiEvent } from '../../src/music/midi/midi-event.js'
import { chordName } from '../../src/music/theory/chord-name.js'
import type { Replayer, ReplayRun, ShownEvent } from '../../src/plugins/diagnostics/tokens.js'
import { NECK, NECK_VIEW, SONG_TUNING, type SoundingPosition } from '../../src/plugins/fretboard/tokens.js'
import { SONG_FINGERING, SONG_SESSION } from '../../src/plugins/player/tokens.js'

export type ReplaySource = Awaited<ReturnType<Replayer['open']>>

export const GOLDEN_VERSION = 2

export async function neckPlugins(): Promise<readonly PluginManifest[]> {
  const loading = [
    import('../../src/plugins/fretboard/index.js'),
    import('../../src/plugins/player/index.js'),
  ]
  return (await Promise.all(loading)).map(({ default: plugin }) => plugin)
}

/** Adds the tuning, and the strings on which the application plays the song. */
export async function placedOnNeck(kernel: Kernel, source: ReplaySource): Promise<ReplaySource> {
  await kernel.host.activate('fretboard')
  await kernel.host.activate('player')
  const { song, settings } = source
  if (!song) {
    const { strings } = settings?.tuning ?? kernel.get(NECK_VIEW).getState().tuning
    const fixed = { used: true, keepOwn: () => undefined, setCapo: () => undefined }
    kernel.get(SONG_TUNING).setState({ strings, capo: settings?.capo ?? 0, ...fixed }, true)
    const { from: fretMin = 0, to: fretMax = MAX_FRET } = settings?.frets ?? {}
    const section = kernel.settings.sections.getState().find(({ id }) => id === 'Fretboard')
    if (section) kernel.settings.store(section).change({ fretMin, fretMax } as object)
    return source
  }
  await kernel.get(SONG_SESSION).openSong({ song, notes: [] }, source.name)
  await settled(kernel)
  const { tuning, capo } = kernel.get(NECK_VIEW).getState()
  const strings = new Map<string, number>()
  for (const track of shownTracks(kernel)) {
    await show(kernel, track)
    const { view, positionOf } = kernel.get(SONG_FINGERING)
    for (const [index, { note }] of view.getState().notes.entries()) {
      const string = positionOf(index)?.string
      if (string !== undefined) strings.set(`${track} ${note}`, string)
    }
  }
  return {
    ...source,
    settings: { midi: { midiOctaveOffset: 0 }, tuning: { ...tuning, strings: [...tuning.strings] }, capo },
    events: source.events.map(event => {
      const string = strings.get(`${event.track} ${event.noteIndex}`)
      return string === undefined ? event : { ...event, string }
    }),
  }
}

/**
 * Replays each visible track on a separate neck.
 * @param tracks track of each event
 */
export async function shownEvents(
  kernel: Kernel,
  replayer: Replayer,
  source: ReplaySource,
  {
    heard,
    tracks,
    ...run
  }: ReplayRun & { heard: readonly MidiEvent[]; tracks: readonly (number | undefined)[] },
): Promise<readonly ShownEvent[]> {
  const shown = new Map<number, Pick<ShownEvent, 'neck' | 'chord'>>()
  for (const track of source.song ? shownTracks(kernel) : [undefined]) {
    if (track !== undefined) await show(kernel, track)
    const indices = tracks.flatMap((each, index) => (each === track ? [index] : []))
    // A separate port has no bend ranges or pedals left over from the previous replay.
    const own = <T extends { readonly portId: string; readonly track?: number }>(events: readonly T[]) =>
      events
        .map(event => ({ ...event, portId: `${event.portId} ${track}` }))
        .filter(event => event.track === track)
    const events = { state: own(source.state), events: own(source.events) }
    const seen = await seenOnNeck(kernel, replayer, { ...source, ...events }, { ...run, track })
    for (const [at, index] of indices.entries()) shown.set(index, seen[at] ?? {})
  }
  return heard.map((event, index) => ({
    ...event,
    track: tracks[index],
    ...(index === 0 && { neck: '', golden: GOLDEN_VERSION }),
    ...shown.get(index),
  }))
}

async function seenOnNeck(
  kernel: Kernel,
  replayer: Replayer,
  source: ReplaySource,
  { track, ...run }: ReplayRun & { readonly track: number | undefined },
) {
  const neck = kernel.get(NECK)
  const { scale } = kernel.get(NECK_VIEW).getState()
  let changes: string[] = []
  const watching = neck.onPositions(positions =>
    changes.push(...positions.map(each => neckWords(`${each.string}/${each.fret}`, neck.at(each)))),
  )
  const moments: { at: number; neck: string; heard: readonly number[] }[] = []
  await replayer.run(source, {
    ...run,
    onEvent({ at }, from) {
      if (from.track === track) moments.push({ at, neck: changes.toSorted().join(' '), heard: neck.heard() })
      changes = []
    },
  })
  watching.dispose()
  let before = ''
  return moments.map(({ at, neck, heard }, index) => {
    // Name a chord only once all its simultaneous notes sound.
    const chord = moments[index + 1]?.at === at ? before : chordName(heard, { scale }).name
    const isOther = chord !== before
    before = chord
    return { ...(neck !== '' && { neck }), ...(isOther && { chord }) }
  })
}

/** @param key string and fret, such as `2/1` */
export function neckWords(
  key: string,
  sounding: Pick<SoundingPosition, 'bend' | 'held'> | undefined,
): string {
  if (!sounding) return `-${key}`
  const bend = Math.round(sounding.bend * 100) / 100
  const words = `${key}${bend === 0 ? '' : bend > 0 ? `+${bend}` : bend}`
  return sounding.held ? words : `(${words})`
}

function shownTracks(kernel: Kernel): readonly number[] {
  const { song } = kernel.get(SONG_SESSION).view.getState()
  return song?.tracks.flatMap(({ index, playable }) => (playable ? [index] : [])) ?? []
}

async function show(kernel: Kernel, track: number): Promise<void> {
  kernel.get(SONG_SESSION).show(track)
  await settled(kernel)
}

async function settled(kernel: Kernel): Promise<void> {
  const { view } = kernel.get(SONG_FINGERING)
  do await new Promise(resolve => setTimeout(resolve, 0))
  while (view.getState().working)
}
