import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { changeLibrary, type LibraryRecord, removedSongs } from '../../../core/api/library.js'
import { API } from '../../../core/kernel/services/tokens.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { SYNC } from '../tokens.js'
import { Card } from './card.js'
import { deviceName } from './device-name.js'
import { REFUSED } from './sentences.js'

export function RemovedSongs() {
  const { t } = useText()
  const { value, reload } = useCall(removedSongs)
  const songs = value?.items ?? []
  // Without a connection there is nothing to choose from; the state above says so.
  if (songs.length === 0) return null
  return (
    <Card title={t('Removed songs')} note={t('They can be restored for 30 days.')}>
      {songs.map(song => (
        <Removed key={song.id} song={song} onRestored={reload} />
      ))}
    </Card>
  )
}

function Removed({ song, onRestored }: { readonly song: LibraryRecord; readonly onRestored: () => void }) {
  const { t, tm, locale } = useText()
  const api = useService(API)
  const sync = useService(SYNC)
  const [refused, setRefused] = useState<string>()
  const name = String(song.fields.name?.value ?? '')
  const restore = async () => {
    const write = { key: crypto.randomUUID(), kind: song.kind, id: song.id, base: song.seq }
    const body = { device: deviceName(), writes: [{ ...write, fields: {}, as: 'restored' as const }] }
    try {
      const { outcomes } = await api.call(changeLibrary, { body })
      setRefused(outcomes[0]?.code && (REFUSED[outcomes[0].code] ?? REFUSED.record_invalid))
    } catch {
      return setRefused(REFUSED.unreachable)
    }
    onRestored()
    await sync.now()
  }
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(song.removedAt)
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed">
          {t('Removed on {{day}}', { day: when })}
        </Text>
        {refused !== undefined && (
          <Text size="sm" c="red" role="alert">
            {tm('sync', refused, { number: 1 })}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('Restore {{name}}', { name })}
        onClick={() => void restore()}
      >
        {t('Restore')}
      </Button>
    </Group>
  )
}
