import { Group, Text } from '@mantine/core'
import { type ChangeEvent, useCallback, useRef } from 'react'
import { timeText } from '../../../core/music/song/time-text.js'
import { useMoment } from '../../../core/react/hooks/use-moment.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { type OpenSong, SONG_SESSION } from '../tokens.js'
import { PanelParts } from './panel-parts.js'
import classes from './transport.module.css'

const STEP_MS = 1000

export function SongProgress({ song, withTimeline = false }: { song: OpenSong; withTimeline?: boolean }) {
  const { t } = useText()
  const session = useService(SONG_SESSION)
  const playing = useStore(session.view, view => view.playing)
  const fromMs = useStore(session.view, view => view.fromMs)
  const slider = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLSpanElement>(null)
  const time = useRef<HTMLSpanElement>(null)
  const { lengthMs, barBeatAt } = song

  const show = useCallback(
    (ms: number) => {
      const at = Math.min(Math.max(0, ms), lengthMs)
      const input = slider.current
      if (!input || !place.current || !time.current) return
      input.style.setProperty('--played', `${lengthMs > 0 ? (at / lengthMs) * 100 : 0}%`)
      const placeText = t('bar {{bar}}.{{beat}}', { ...barBeatAt(at) })
      const clock = timeText(at)
      const changed = time.current.textContent !== clock
      if (changed) time.current.textContent = clock
      if (place.current.textContent !== placeText) place.current.textContent = placeText
      // Announced by screen readers: once a second is enough.
      if (!changed && input.ariaValueText !== null) return
      input.value = String(at)
      const spoken = t('{{time}} of {{length}}', { time: clock, length: timeText(lengthMs) })
      input.setAttribute('aria-valuetext', `${placeText}, ${spoken}`)
    },
    [lengthMs, barBeatAt, t],
  )

  useMoment({ running: playing, rest: fromMs, now: () => session.positionMs() }, show)

  const moved = (event: ChangeEvent<HTMLInputElement>) => session.seek(Number(event.currentTarget.value))

  return (
    <div className={classes.progress}>
      <div className={classes.facts}>
        <Text inherit truncate flex={1} fw={600} c="var(--fw-ink)" title={song.title}>
          {song.title}
        </Text>
        <Group justify="space-between" gap={8} wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
          <span ref={place} data-song-place />
          <span className={classes.length}>
            <span ref={time} data-song-time /> / {timeText(lengthMs)}
          </span>
        </Group>
      </div>
      <div>
        <input
          ref={slider}
          className={classes.slider}
          type="range"
          min={0}
          // Whole steps, so that the last one is the end.
          max={Math.max(1, Math.ceil(lengthMs / STEP_MS)) * STEP_MS}
          step={STEP_MS}
          defaultValue={0}
          aria-label={t('Time in the song')}
          onChange={moved}
        />
        {withTimeline && <PanelParts slot="timeline" />}
      </div>
    </div>
  )
}
