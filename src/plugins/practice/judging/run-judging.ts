import { has } from '../../../core/auth/plans.js'
import { onSessionEnd } from '../../../core/auth/session.js'
import { publishCondition } from '../../../core/commands/command-registry.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, CLOCK, EVENTS, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, DerivedStore } from '../../../core/platform/store.js'
import { fretOf } from '../../../music/guitar/midi-guitar.js'
import { NECK_LAYERS, NECK_VIEW, type NeckMark } from '../../fretboard/tokens.js'
import { GONE_TOPIC, NECK_TUNING } from '../../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_FINGERING, SONG_SESSION, type SongFingering } from '../../player/tokens.js'
import { type NoteLook, TABLATURE_LAYERS } from '../../score/tokens.js'
import { tell } from '../commands.js'
import { judgingSettings } from '../settings.js'
import { FOLLOWING, JUDGING, SECTIONS, TAKE_ENDED, type TakeResult, type Verdict } from '../tokens.js'
import { latencyOf } from './calibrate-latency.js'
import { createJudging } from './judging-session.js'
import { createTakeRun } from './take-run.js'
import { SIGNS, wordsOf } from './verdict-words.js'

const SENTENCES = phrases({
  lost: 'Your instrument was disconnected in bar {{bar}}. The results cover everything up to that point.',
})

const KEPT = 50
/** Minimum number of notes. An unfinished take with fewer doesn't use up the free take. */
const COUNTING = 8

export function provideJudging(context: PluginContext) {
  const { get } = context
  const settings = get(SETTINGS).store(judgingSettings)
  const session = get(SONG_SESSION)
  const fingering = get(SONG_FINGERING)
  const playback = get(PLAYBACK_SETTINGS)
  const sections = get(SECTIONS).view
  let kept: TakeResult[] = []
  context.scope.add(
    onSessionEnd(get(AUTH).state, () => {
      kept = []
    }),
  )
  return createJudging({
    clock: get(CLOCK),
    events: get(EVENTS),
    session,
    playback,
    begin: start => {
      const { song } = session.view.getState()
      if (!song) return undefined
      const { windowMs, reference, chord, strictOctaves, strictStrings } = settings.getState()
      return createTakeRun(
        {
          song,
          shown: fingering.view.getState().notes,
          stringOf: index => fingering.positionOf(index)?.string ?? 0,
          following: get(FOLLOWING),
          isOpenString: (pitch, string) => {
            const neck = context.find(NECK_TUNING)?.getState()
            return neck !== undefined && fretOf(pitch, string, neck) === 0
          },
          options: { windowMs, chord, strictOctaves, strictStrings },
          reference,
          tempo: playback.view.getState().tempo,
          section: sections
            .getState()
            .find(
              each => song.barStart(each.from) === start.fromMs && song.barStart(each.to + 1) === start.toMs,
            )?.name,
        },
        start,
      )
    },
    earlierTakes: take => {
      const earlier = kept.filter(
        ({ id, songKey, bars }) =>
          id !== take.id &&
          songKey === take.songKey &&
          bars.from === take.bars.from &&
          bars.to === take.bars.to,
      )
      kept = [...kept, take].slice(-KEPT)
      return earlier
    },
    latencyOf: portId => latencyOf(context, settings.getState().latencies, portId),
    onLost: bar =>
      tell(context, {
        kind: 'warning',
        message: SENTENCES.lost,
        values: { bar },
        code: 'input_lost',
        topic: GONE_TOPIC,
      }),
  })
}

export function runJudging(context: PluginContext): void {
  const { get, scope, extend } = context
  const judging = get(JUDGING)
  publishCondition(context, 'practice.taking', judging.view, ({ taking }) => taking)
  const settings = get(SETTINGS).store(judgingSettings)
  const apply = () => {
    const { on } = settings.getState()
    if (on !== judging.view.getState().judging) on ? judging.start() : judging.stop()
  }
  apply()
  scope.onDispose(settings.subscribe(apply))
  let wasOn = false
  scope.onDispose(
    judging.view.subscribe(({ assigned }, before) => {
      if (assigned === before.assigned) return
      if (assigned) wasOn = settings.getState().on
      settings.change({ on: assigned || wasOn })
    }),
  )
  scope.add(
    get(EVENTS).on(TAKE_ENDED, ({ counts, complete }) => {
      const isFree = judging.view.getState().assigned
      if (isFree || has(get(AUTH).state.getState().user?.claims, 'practice')) return
      const { missed: _, ...played } = counts
      const notes = Object.values(played).reduce((sum, count) => sum + count, 0)
      if (complete || notes >= COUNTING) settings.change({ tried: true, on: false })
    }),
  )
  const looks = new DerivedStore(() => looksOf(judging.view.getState().verdicts))
  const marks = createStore<readonly NeckMark[]>([])
  scope.onDispose(
    judging.view.subscribe((now, before) => {
      if (now.verdicts !== before.verdicts) looks.outdated()
      if (now.latest === before.latest && now.taking === before.taking) return
      marks.setState(now.taking ? marksOf(now.latest, get(SONG_FINGERING)) : [], true)
    }),
  )
  extend(TABLATURE_LAYERS, {
    ...{ id: 'practice.verdicts', looks },
    words: note => {
      const verdict = judging.view.getState().verdicts.get(note)
      if (!verdict || verdict.kind === 'hit') return undefined
      const { sentence: message, values } = wordsOf(verdict, context.find(NECK_VIEW)?.getState())
      return { source: 'practice', message, values }
    },
  })
  extend(NECK_LAYERS, { id: 'practice.verdicts', order: 6, marks })
}

const MARKED = 2

function marksOf(
  latest: readonly Verdict[],
  { positionOf }: Pick<SongFingering, 'positionOf'>,
): readonly NeckMark[] {
  return latest.slice(-MARKED).flatMap(({ kind, written }) => {
    const position = written === undefined ? undefined : positionOf(written)
    return position
      ? [{ ...position, look: kind === 'hit' ? ('right' as const) : ('wrong' as const), label: SIGNS[kind] }]
      : []
  })
}

function looksOf(verdicts: ReadonlyMap<number, Verdict>): ReadonlyMap<number, NoteLook> {
  return new Map(
    [...verdicts].flatMap(([note, { kind }]) =>
      kind === 'extra' ? [] : [[note, kind === 'hit' ? 'right' : kind] as const],
    ),
  )
}
