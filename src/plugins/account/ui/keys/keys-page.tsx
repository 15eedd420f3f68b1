/** The keys of all commands: finding one, changing what it has, and the way back to how they came. */
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Command } from '../../../../core/commands/command-registry.js'
import { bindingLabels } from '../../../../core/commands/keys/keys.js'
import { fold } from '../../../../core/commands/search/text-form.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { sectionOf } from '../../../../core/react/section-of.js'
import { AccountNav } from '../account-nav.js'
import { useKeyLayer } from './keys-layer.js'
import classes from './keys-page.module.css'
import { KeyRecorder, type Recording } from './keys-recorder.js'
import { type KeyRow, KeysTable } from './keys-table.js'

export default function KeysPage() {
  const { t } = useText()
  const [wanted, setWanted] = useState('')
  const [recording, setRecording] = useState<Recording>()
  const { layer, save, reset, resetAll } = useKeyLayer()
  const isEmpty = Object.keys(layer).length === 0
  const rows = useRows(wanted)
  return (
    <Stack className={classes.page} gap="md">
      <AccountNav />
      <Group justify="space-between">
        <Title order={1} size={22}>
          {t('Keys')}
        </Title>
        {/* Not `disabled`, which would take the focus from who has just pressed it. */}
        <Button
          variant="default"
          data-disabled={isEmpty || undefined}
          aria-disabled={isEmpty}
          onClick={() => isEmpty || resetAll()}
        >
          {t('Reset all keys')}
        </Button>
      </Group>
      <Text c="dimmed">
        {t(
          'Every command with its keys. They are kept in this browser; where two commands share a key, the last that you changed goes first.',
        )}
      </Text>
      <TextInput
        type="search"
        label={t('Search by command or key')}
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        value={wanted}
        onChange={event => setWanted(event.currentTarget.value)}
      />
      {rows.length === 0 ? (
        <Text role="status">{t('No command and no key is called “{{wanted}}”.', { wanted })}</Text>
      ) : (
        <KeysTable rows={rows} layer={layer} onRecord={setRecording} onReset={reset} />
      )}
      <KeyRecorder
        recording={recording}
        layer={layer}
        onSave={save}
        onClose={() => setRecording(undefined)}
      />
    </Stack>
  )
}

/** Of all commands, those that cannot be used here among them, by section. */
function useRows(wanted: string): readonly KeyRow[] {
  const { commands, host, platform } = useKernel()
  const text = useText()
  const all = useStore(commands.all)

  const rows = useMemo(() => {
    const found = all.map((command: Command): KeyRow & { readonly words: string } => {
      const [title, section] = [text.tm(command.source, command.title), sectionOf(command, text, host)]
      // By either name of a key: people know both.
      const labels = command.keys.flatMap(key => [
        bindingLabels(key, platform.mac).join(' '),
        bindingLabels(key, platform.mac, name => text.tm('core', name)).join(' '),
      ])
      const names = [title, command.english ?? command.title, section]
      return { command, title, section, words: fold([...names, ...labels].join('\n')) }
    })
    const sections = [...new Set(found.map(({ section }) => section))]
    return found.sort((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section))
  }, [all, text, host, platform])

  return useMemo(() => {
    const words = fold(wanted).split(/\s+/)
    return rows.filter(row => words.every(word => row.words.includes(word)))
  }, [rows, wanted])
}
