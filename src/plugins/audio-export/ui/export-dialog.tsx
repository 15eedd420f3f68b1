import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Switch } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { phrases } from '../../../core/platform/phrases.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { Select } from '../../../core/react/inputs/select.js'
import { WholeNumber } from '../../../core/react/inputs/whole-number.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'
import {
  MOST_COUNTED,
  type OpenSong,
  PLAYBACK_SETTINGS,
  type PlaybackSettings,
  SONG_SESSION,
  TEMPO,
} from '../../player/tokens.js'
import type { AudioFormat, ExportArgs } from '../index.js'
import { AUDIO_ENCODERS, EXPORT_DIALOG } from '../song-export.js'

const FORMATS: Readonly<Record<AudioFormat, string>> = phrases({
  wav: 'WAV (uncompressed)',
  m4a: 'M4A (AAC, smaller)',
  webm: 'WebM (Opus, smaller)',
})

/** Opens once mounted and stays mounted while closed, so that it can restore focus. */
export default function ExportDialog() {
  const { t } = useText()
  const dialog = useService(EXPORT_DIALOG)
  const opened = useStore(dialog, ({ opened }) => opened)
  const song = useStore(useService(SONG_SESSION).view, view => view.song)
  const isMounted = useMounted()
  const close = () => dialog.setState({ opened: false })
  return (
    <Modal
      opened={isMounted && opened && song !== undefined}
      onClose={close}
      title={t('Export audio')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      attributes={{ header: { role: 'presentation' } }}
    >
      {song && <ExportForm key={song.key} song={song} onClose={close} />}
    </Modal>
  )
}

function ExportForm({ song, onClose }: { song: OpenSong; onClose: () => void }) {
  const { commands } = useKernel()
  const { t, tm } = useText()
  const playback = useService(PLAYBACK_SETTINGS)
  const { loop } = useStore(playback.view)
  const encoders = useService(AUDIO_ENCODERS)
  const { value: formats = ['wav'] } = useAnswer(
    useCallback(async () => (await encoders())?.formats(), [encoders]),
  )
  const [choices, setChoices] = useState(() => usualChoices(song, playback))
  const change = (next: Partial<typeof choices>) => setChoices(before => ({ ...before, ...next }))
  const { format, tracks, tempo, metronome, countIn } = choices
  const save = () => {
    onClose()
    void commands.execute('audio-export.save', choices)
  }
  return (
    <Stack gap="sm">
      <Select
        label={t('File format')}
        data={formats.map(value => ({ value, label: tm('audio-export', FORMATS[value]) }))}
        value={format}
        onChange={value => value && change({ format: value })}
      />
      <Checkbox.Group
        label={t('Tracks')}
        value={tracks.map(String)}
        onChange={chosen => change({ tracks: chosen.map(Number).toSorted((a, b) => a - b) })}
      >
        <ScrollArea.Autosize mah={220}>
          <Stack gap={6} py={4}>
            {song.tracks
              .filter(({ notes }) => notes > 0)
              .map(({ index, name, instrument }) => (
                <Checkbox
                  key={index}
                  value={String(index)}
                  label={`${index + 1} · ${name || tm('midi-file', instrument)}`}
                />
              ))}
          </Stack>
        </ScrollArea.Autosize>
      </Checkbox.Group>
      {loop && (
        <Switch
          checked={choices.loop}
          onChange={() => change({ loop: !choices.loop })}
          label={t('Loop only (bars {{from}}–{{to}})', { ...loop })}
        />
      )}
      <WholeNumber
        label={t('Tempo (%)')}
        value={tempo}
        min={TEMPO.least}
        max={TEMPO.most}
        onTake={value => change({ tempo: value })}
      />
      <Switch checked={metronome} onChange={() => change({ metronome: !metronome })} label={t('Metronome')} />
      <WholeNumber
        label={t('Count-in (bars)')}
        value={countIn}
        min={0}
        max={MOST_COUNTED}
        onTake={value => change({ countIn: value })}
      />
      <Group justify="flex-end">
        <SecondaryButton onClick={onClose}>{t('Cancel')}</SecondaryButton>
        <Button disabled={tracks.length === 0 && !metronome} onClick={save}>
          {t('Export')}
        </Button>
      </Group>
    </Stack>
  )
}

function usualChoices({ tracks }: OpenSong, { view, options, isHeard }: PlaybackSettings) {
  const { tempo, looping } = view.getState()
  const heard = tracks.filter(({ index, notes }) => notes > 0 && isHeard(index))
  return {
    ...{ format: 'wav', loop: looping, tracks: heard.map(({ index }) => index) },
    ...{ tempo, metronome: options.getState().metronome, countIn: 0 },
  } satisfies ExportArgs as Required<ExportArgs>
}
