import type { ArgumentChoice } from '../../../core/commands/command.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, EVENTS, SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import { createStore } from '../../../core/platform/store.js'
import { tempoMap } from '../../../music/song/song-time.js'
import { type BarRange, type OpenSong, PLAYBACK_SETTINGS, SONG_SESSION } from '../../player/tokens.js'
import { loopFrom, tell } from '../commands.js'
import { type Args, barsText, LONGEST_NAME, type SectionsOfSong, sectionSettings } from '../settings.js'
import { SECTIONS, type Sections, type SongSection, TAKE_ENDED, type TakeResult } from '../tokens.js'

type Context = Pick<PluginContext, 'get'>

const SENTENCES = phrases({
  noLoop: 'Set a loop first. It will become the section.',
  unknown: 'This song has no section {{section}}. Choose one from the list.',
  ofFile: 'Sections from the file can’t be removed. You can only remove sections you’ve saved.',
  removed: '“{{name}}” removed.',
  undo: 'Undo',
  none: 'This song has no sections. Loop some bars, then save the loop as a section.',
  last: 'There’s no section after this one.',
  first: 'There’s no section before this one.',
  here: 'Bar {{bar}}, beat {{beat}}',
})

const NONE: SectionsOfSong = { own: [], best: {} }
const BEST_TEMPO_ACCURACY = 0.95

/** Stored bar numbers start at 1. Displayed ones start at 0 if there is a pickup. */
const moved = ({ own, best }: SectionsOfSong, by: number): SectionsOfSong => {
  const bar = (number: number) => number + by
  return {
    own: own.map(({ name, from, to }) => ({ name, from: bar(from), to: bar(to) })),
    best: Object.fromEntries(
      Object.entries(best).map(([bars, tempo]) => [bars.split('-').map(Number).map(bar).join('-'), tempo]),
    ),
  }
}

function kept({ get }: Context, key = get(SONG_SESSION).view.getState().song?.key) {
  const { song } = get(SONG_SESSION).view.getState()
  const pickup = song?.key === key ? 1 - (song?.firstBar ?? 1) : 0
  const settings = get(SETTINGS).store(sectionSettings)
  const user = get(AUTH).state.getState().user?.id ?? ''
  const ofUser = settings.getState().kept[user] ?? {}
  return {
    now: moved((key === undefined ? undefined : ofUser[key]) ?? NONE, -pickup),
    put(next: SectionsOfSong) {
      if (key === undefined) return
      const all = settings.getState().kept
      settings.change({ kept: { ...all, [user]: { ...all[user], [key]: moved(next, pickup) } } })
    },
  }
}

export function provideSections(context: PluginContext): Sections {
  const { get, scope } = context
  const session = get(SONG_SESSION)
  const read = (): readonly SongSection[] => {
    const { song } = session.view.getState()
    if (!song) return []
    const { own, best } = kept(context).now
    return allSections(sectionsOfFile(song), own).map(section => ({
      ...section,
      own: own.some(each => each === section),
      bestTempo: best[barsText(section)],
    }))
  }
  const view = createStore<readonly SongSection[]>(read())
  const update = () => view.setState(read(), true)
  scope.onDispose(
    session.view.subscribe((now, before) => {
      if (now.song !== before.song) update()
    }),
  )
  for (const source of [get(SETTINGS).store(sectionSettings), get(AUTH).state])
    scope.onDispose(source.subscribe(update))
  return { view }
}

export function runSections(context: PluginContext): void {
  const { get, scope } = context
  const take = ({ songKey, bars, section, accuracy, tempo, complete }: TakeResult) => {
    if (section === undefined || !complete || accuracy < BEST_TEMPO_ACCURACY) return
    const { now, put } = kept(context, songKey)
    const known = get(SECTIONS)
      .view.getState()
      .find(each => each.name === section && each.from <= bars.from && each.to >= bars.to)
    if (!known) return
    const key = barsText(known)
    put({ ...now, best: { ...now.best, [key]: Math.max(tempo, now.best[key] ?? 0) } })
  }
  scope.add(get(EVENTS).on(TAKE_ENDED, take))
}

/** @throws SentenceError `section_unknown` */
function sectionFor({ get }: Context, bars: string): SongSection {
  const found = get(SECTIONS)
    .view.getState()
    .find(section => barsText(section) === bars)
  if (!found) throw new SentenceError('section_unknown', SENTENCES.unknown, { section: bars })
  return found
}

const goToSection =
  (forward: boolean): CommandHandler =>
  ({ get }) => {
    const session = get(SONG_SESSION)
    const sections = get(SECTIONS).view.getState()
    if (sections.length === 0) throw new SentenceError('sections_missing', SENTENCES.none, {}, { idle: true })
    const bar = session.barNow()
    const found = forward
      ? sections.find(({ from }) => from > bar)
      : sections.findLast(({ from }) => from < bar)
    if (!found) return get(TRANSLATOR).t('practice', forward ? SENTENCES.last : SENTENCES.first)
    session.seek(session.view.getState().song?.barStart(found.from) ?? 0)
    return found.name
  }

export const SECTION_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'practice.where-am-i': ({ get }) => {
    const session = get(SONG_SESSION)
    const at = session.view.getState().song?.barBeatAt(session.positionMs())
    if (!at) return
    const isHere = ({ from, to }: SongSection) => from <= at.bar && at.bar <= to
    const sections = get(SECTIONS).view.getState().filter(isHere)
    const words = get(TRANSLATOR).t('practice', SENTENCES.here, { ...at })
    return [words, ...sections.map(({ name }) => name)].join(', ')
  },
  'practice.next-section': goToSection(true),
  'practice.previous-section': goToSection(false),
  'practice.loop-section': (context, { section }: Args['section']) => {
    const { from, to } = sectionFor(context, section)
    loopFrom(context, { from, to })
  },
  'practice.mark-section': (context, { name }: Args['mark']) => {
    const { get } = context
    const { loop } = get(PLAYBACK_SETTINGS).view.getState()
    if (!loop) throw new SentenceError('loop_missing', SENTENCES.noLoop, {})
    const { now, put } = kept(context)
    const others = now.own.filter(({ from, to }) => from !== loop.from || to !== loop.to)
    put({ ...now, own: [...others, { name, from: loop.from, to: loop.to }] })
  },
  'practice.remove-section': (context, { section }: Args['section']) => {
    const { name, own, from, to } = sectionFor(context, section)
    if (!own) throw new SentenceError('section_of_file', SENTENCES.ofFile, {})
    const key = context.get(SONG_SESSION).view.getState().song?.key
    const put = (marked: SectionsOfSong['own']) => {
      const ofSong = kept(context, key)
      const others = ofSong.now.own.filter(each => each.from !== from || each.to !== to)
      ofSong.put({ ...ofSong.now, own: [...others, ...marked] })
    }
    put([])
    tell(context, {
      message: SENTENCES.removed,
      values: { name },
      topic: 'practice section',
      action: { label: SENTENCES.undo, run: () => put([{ name, from, to }]) },
    })
  },
}

const choicesOf =
  (isOffered: (section: SongSection) => boolean) =>
  ({ get }: Context): readonly ArgumentChoice[] =>
    get(SECTIONS)
      .view.getState()
      .filter(isOffered)
      .map(section => ({
        value: barsText(section),
        label: `${section.name} (${section.from}–${section.to})`,
      }))

export const SECTION_CHOICES = {
  'practice.loop-section': { section: choicesOf(() => true) },
  'practice.remove-section': { section: choicesOf(({ own }) => own) },
}

interface MarkedSection extends BarRange {
  readonly name: string
}

function barNear(song: OpenSong, ms: number): number {
  const { bar } = song.barBeatAt(ms)
  return ms - song.barStart(bar) <= song.barStart(bar + 1) - ms ? bar : bar + 1
}

/** Each marker starts a section that ends before the next marker. Only the first marker in a bar counts. */
export function sectionsOfFile(song: OpenSong): readonly MarkedSection[] {
  const { header } = song.song
  const { secondsAt } = tempoMap(header.tempos, header.ppq)
  const starts = new Map<number, string>()
  const markers = header.meta.filter(({ type, text }) => type === 'marker' && text.trim() !== '')
  for (const { ticks, text } of markers.toSorted((a, b) => a.ticks - b.ticks)) {
    const bar = barNear(song, secondsAt(ticks) * 1000)
    if (bar <= song.bars && !starts.has(bar)) starts.set(bar, text.trim().slice(0, LONGEST_NAME))
  }
  const bars = [...starts.keys()]
  return [...starts].map(([from, name], index) => ({
    name,
    from,
    to: (bars[index + 1] ?? song.bars + 1) - 1,
  }))
}

export function allSections(
  ofFile: readonly MarkedSection[],
  own: readonly MarkedSection[],
): readonly MarkedSection[] {
  const isOwn = ({ from, to }: MarkedSection) => own.some(each => each.from === from && each.to === to)
  return [...ofFile.filter(each => !isOwn(each)), ...own].sort((a, b) => a.from - b.from || a.to - b.to)
}
