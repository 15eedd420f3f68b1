import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useDrag } from '../../../core/react/hooks/use-drag.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { type BarRange, type OpenSong, PLAYBACK_SETTINGS, SONG_SESSION } from '../../player/tokens.js'
import classes from './loop-lane.module.css'

type End = 'from' | 'to'

interface Drag {
  readonly fixed: number
  readonly bar: number
  /** Offset from the center of the handle's bar to the pointer, in pixels. */
  readonly grip: number
}

export default function LoopLane() {
  const song = useStore(useService(SONG_SESSION).view, view => view.song)
  return song ? <Lane song={song} /> : null
}

function Lane({ song }: { song: OpenSong }) {
  const { t } = useText()
  const practice = useService(PLAYBACK_SETTINGS)
  const kept = useStore(practice.view, view => view.loop)
  const looping = useStore(practice.view, view => view.looping)
  const setLoop = useCommand('practice.loop-bars')
  const lane = useRef<HTMLDivElement>(null)
  const drag = useDrag<Drag>()
  const { firstBar, bars, lengthMs } = song
  const loop = drag.shown ? ordered(drag.shown.fixed, drag.shown.bar) : kept

  const barAt = (clientX: number) => {
    const box = lane.current?.getBoundingClientRect()
    const share = box && box.width > 0 ? (clientX - box.left) / box.width : 0
    return Math.min(bars, song.barBeatAt(Math.min(1, Math.max(0, share)) * lengthMs).bar)
  }
  const middleOf = (bar: number) => {
    const { left = 0, width = 0 } = lane.current?.getBoundingClientRect() ?? {}
    return left + (width * percent((song.barStart(bar) + song.barStart(bar + 1)) / 2)) / 100
  }
  const percent = (ms: number) => (lengthMs > 0 ? Math.min(100, (ms / lengthMs) * 100) : 0)

  const begin = loop ? percent(song.barStart(loop.from)) : 0
  const end = loop ? percent(song.barStart(loop.to + 1)) : 0
  const isOn = looping || drag.shown !== undefined

  const began = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const { clientX, pointerId, target } = event
    const end = target instanceof HTMLElement ? target.dataset.end : undefined
    lane.current?.setPointerCapture(pointerId)
    if (kept && (end === 'from' || end === 'to')) {
      const bar = kept[end]
      drag.set({ fixed: end === 'from' ? kept.to : kept.from, bar, grip: clientX - middleOf(bar) })
    } else {
      const bar = barAt(clientX)
      drag.set({ fixed: bar, bar, grip: 0 })
    }
  }
  const moved = (event: PointerEvent<HTMLDivElement>) => {
    const now = drag.now()
    if (now) drag.set({ ...now, bar: barAt(event.clientX - now.grip) })
  }
  const ended = () => {
    const now = drag.now()
    drag.set(undefined)
    if (now) setLoop.run(ordered(now.fixed, now.bar))
  }

  const pressed = (end: End) => (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (!kept || by === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const bar = Math.min(bars, Math.max(firstBar, kept[end] + by))
    const crosses = end === 'from' ? bar > kept.to : bar < kept.from
    if (!crosses) setLoop.run({ ...kept, [end]: bar })
  }

  const handles = [
    { end: 'from', percent: begin, label: t('Loop start') },
    { end: 'to', percent: end, label: t('Loop end') },
  ] as const

  return (
    <div
      ref={lane}
      className={classes.lane}
      data-loop-lane
      data-on={isOn}
      onPointerDown={began}
      onPointerMove={moved}
      onPointerUp={ended}
      onPointerCancel={() => drag.set(undefined)}
    >
      {loop ? (
        <>
          <div
            className={classes.loop}
            data-on={isOn}
            style={{ left: `${begin}%`, right: `${100 - end}%` }}
          />
          {handles.map(each => (
            <Handle
              key={each.end}
              {...each}
              bar={loop[each.end]}
              firstBar={firstBar}
              bars={bars}
              onKeyDown={pressed(each.end)}
            />
          ))}
        </>
      ) : (
        <span className={classes.hint}>{t('Drag to loop')}</span>
      )}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

interface HandleProps {
  readonly end: End
  readonly percent: number
  readonly bar: number
  readonly firstBar: number
  readonly bars: number
  readonly label: string
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function Handle({ end, percent, bar, firstBar, bars, label, onKeyDown }: HandleProps) {
  const { t } = useText()
  return (
    <div
      className={classes.handle}
      style={{ '--at': `${percent}%` }}
      data-end={end}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={firstBar}
      aria-valuemax={bars}
      aria-valuenow={bar}
      aria-valuetext={t('bar {{bar}}', { bar })}
      onKeyDown={onKeyDown}
    >
      {end === 'from' ? 'A' : 'B'}
    </div>
  )
}

function ordered(a: number, b: number): BarRange {
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

declare module 'react' {
  interface CSSProperties {
    '--at'?: string
  }
}
