import {
  ActionIcon,
  Box,
  Group,
  List,
  Radio,
  Slider,
  Stack,
  Table,
  Title,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core'
import { IconEye, IconEyeOff, IconHeadphones, IconVolume, IconVolumeOff, IconX } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { focusMain } from '../../../core/react/hooks/focus-main.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { SONG_READER, type SongTrackView } from '../../midi-file/tokens.js'
import { PLAIN_TRACK } from '../session/playback-settings.js'
import { isShown, trackNames } from '../session/shown-tracks.js'
import { songSettings } from '../settings.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_SESSION } from '../tokens.js'
import { PanelParts, TRACKS_ID } from './panel-parts.js'
import classes from './song-tracks.module.css'
import { TrackSound } from './track-sound.js'

export default function SongPanel() {
  const { t } = useText()
  // Deferred: rendering a hundred controls would delay playback.
  const song = useDeferredValue(useStore(useService(SONG_SESSION).view, view => view.song))
  const shown = useStore(useService(SETTINGS).store(songSettings), settings => settings.tracksShown)
  // True if the track list was opened on this page. Move focus to it only in that case.
  const opened = useRef(!shown)
  if (!shown) opened.current = true
  return (
    <>
      <PanelParts slot="top" />
      {!song && (
        <Box
          component="section"
          className="fw-card fw-on-screen"
          px={{ base: 12, sm: 20 }}
          py={12}
          aria-label={t('Song')}
        >
          <PanelParts slot="empty" />
        </Box>
      )}
      {song && shown && <Tracks song={song} inSight={opened.current} />}
    </>
  )
}

function Tracks({ song, inSight }: { song: OpenSong; inSight: boolean }) {
  const { t, tm } = useText()
  const toggle = useCommand('player.toggle-tracks')
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    if (inSight) section.current?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement !== document.body) return
      if (inSight && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
      else focusMain()
    }
  }, [inSight])
  // Closes the list on short screens, where it covers the neck.
  const chosen = () => {
    if (inSight && matchMedia('(max-height: 500px)').matches) toggle.run()
  }
  return (
    <Stack
      component="section"
      ref={section}
      id={TRACKS_ID}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && toggle.run()}
      className={`fw-card fw-on-screen ${classes.panel} ${inSight ? classes.inSight : ''}`}
      gap={8}
      miw={0}
      aria-label={t('Tracks')}
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} fz={13}>
          {t('Tracks')}
        </Title>
        <CommandIcon
          command="player.toggle-tracks"
          label={t('Close track list')}
          variant="subtle"
          color="gray"
        >
          <IconX size={16} />
        </CommandIcon>
      </Group>
      <SongTracks song={song} onChoose={chosen} />
      {song.notes.length > 0 && (
        <List fz={13} c="dimmed" aria-label={t('Import report')}>
          {song.notes.map(note => (
            <List.Item key={note.code}>
              {tm(note.source ?? 'midi-file', note.sentence, note.values)}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

function SongTracks({ song, onChoose }: { song: OpenSong; onChoose: () => void }) {
  const { t, tm } = useText()
  const group = useId()
  const shown = useStore(useService(SONG_SESSION).view, view => view.shown)
  const showOne = useCommand('player.show-track')
  const showAll = useCommand('player.show-tracks')
  const mixes = useStore(useService(PLAYBACK_SETTINGS).view, view => view.tracks)
  const { programNames } = useService(SONG_READER)
  const instrumentOf = ({ index, instrument }: SongTrackView) =>
    tm('midi-file', programNames[mixes.get(index)?.program ?? -1] ?? instrument)
  const names = trackNames(song.tracks, {
    unnamed: ({ index }) => t('Track {{number}}', { number: index + 1 }),
    instrument: ({ instrument }) => tm('midi-file', instrument),
  })
  const choose = (show: () => void) => () => {
    show()
    onChoose()
  }
  const trackName = ({ index }: SongTrackView) => names.get(index) ?? ''
  const whyNot = ({ playable, notes }: SongTrackView) => {
    if (playable) return undefined
    return notes === 0 ? t('This track has no notes.') : t('Drums play but aren’t shown on the neck.')
  }

  return (
    <div className={classes.tracks}>
      <Table
        tabularNums
        aria-label={t('Tracks on the neck')}
        verticalSpacing={6}
        horizontalSpacing="sm"
        stickyHeader
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Track')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Instrument')}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {t('Notes')}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {t('Channel')}
            </Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('Mixer')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {song.tracks.length > 1 && (
            <Table.Tr>
              <Table.Td colSpan={5}>
                <Radio
                  name={group}
                  label={t('All tracks')}
                  checked={shown === 'all'}
                  onChange={choose(() => showAll.run())}
                />
              </Table.Td>
            </Table.Tr>
          )}
          {song.tracks.map(track => (
            <Table.Tr key={track.index} className={classes.track}>
              <Table.Td className={classes.name}>
                {song.tracks.length > 1 ? (
                  <Radio
                    name={group}
                    label={trackName(track)}
                    disabled={!track.playable}
                    title={whyNot(track)}
                    checked={shown === track.index}
                    onChange={choose(() => showOne.run({ track: track.index + 1 }))}
                  />
                ) : (
                  trackName(track)
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm">{instrumentOf(track)}</Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                {track.notes}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                {track.channel}
              </Table.Td>
              <Table.Td>
                {track.notes > 0 && (
                  <TrackMixer
                    track={track.index + 1}
                    name={trackName(track)}
                    drums={track.channel === DRUM_CHANNEL + 1}
                    shown={
                      track.playable && song.tracks.length > 1 ? isShown(song, shown, track.index) : undefined
                    }
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface TrackMixerProps {
  readonly track: number
  readonly name: string
  /** Whether the track is shown on the neck; `undefined` if the user can't choose. */
  readonly shown: boolean | undefined
  readonly drums: boolean
}

function TrackMixer({ track, name, shown, drums }: TrackMixerProps) {
  const { t } = useText()
  const mix = useStore(useService(PLAYBACK_SETTINGS).view, view => view.tracks.get(track - 1)) ?? PLAIN_TRACK
  const volume = useCommand('player.set-track-volume')
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {shown !== undefined && (
        <Toggle
          command="player.toggle-track"
          track={track}
          on={shown}
          label={t('Show {{track}} on the neck', { track: name })}
          icon={shown ? <IconEye size={16} /> : <IconEyeOff size={16} />}
        />
      )}
      <Toggle
        command="player.mute-track"
        track={track}
        on={mix.muted}
        label={t('Mute {{track}}', { track: name })}
        icon={mix.muted ? <IconVolumeOff size={16} /> : <IconVolume size={16} />}
      />
      <Toggle
        command="player.solo-track"
        track={track}
        on={mix.solo}
        label={t('Solo {{track}}', { track: name })}
        icon={<IconHeadphones size={16} />}
      />
      <Slider
        className={classes.volume}
        size="xs"
        min={0}
        max={100}
        step={5}
        value={Math.round(mix.volume * 100)}
        label={value => `${value} %`}
        thumbValueText={value => `${value} %`}
        thumbLabel={t('{{track}}: volume', { track: name })}
        onChange={percent => volume.run({ track, percent })}
      />
      <TrackSound track={track} name={name} mix={mix} drums={drums} />
    </Group>
  )
}

interface ToggleProps {
  readonly command: string
  readonly track: number
  readonly on: boolean
  readonly label: string
  readonly icon: ReactNode
}

function Toggle({ command: id, track, on, label, icon }: ToggleProps) {
  const command = useCommand(id)
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={on ? 'light' : 'subtle'}
        color={on ? 'accent' : 'gray'}
        className={classes.toggle}
        aria-label={label}
        aria-pressed={on}
        onClick={() => command.run({ track })}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
