import { Button, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import type { Command } from '../../../../core/commands/command-registry.js'
import { bindingLabels } from '../../../../core/commands/keys/keys.js'
import { sectionOf } from '../../../../core/commands/search/offered.js'
import { fold } from '../../../../core/commands/search/text-form.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { type KeyLayer, keySettings } from '../../../../core/settings/core-settings.js'
import { resetKeys } from '../../reset-keys.js'
import { AccountFrame } from '../account-frame.js'
import { KeyRecorder, type Recording } from './key-recorder.js'
import { type KeyRow, KeysTable } from './keys-table.js'

export default function KeysPage() {
  const { t } = useText()
  const [query, setQuery] = useState('')
  const [recording, setRecording] = useState<Recording>()
  const { layer, save, reset, resetAll } = useCustomKeys()
  const isEmpty = Object.keys(layer).length === 0
  const rows = useRows(query)
  return (
    <AccountFrame
      title={t('Keyboard shortcuts')}
      note={t(
        'All commands and their keyboard shortcuts, saved in this browser. If two commands share a shortcut, the one you changed last wins.',
      )}
      action={
        // Not `disabled`, which would lose the focus.
        <Button
          variant="default"
          data-disabled={isEmpty || undefined}
          aria-disabled={isEmpty}
          onClick={() => isEmpty || resetAll()}
        >
          {t('Reset all')}
        </Button>
      }
    >
      <TextInput
        type="search"
        label={t('Search by command or key')}
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
      />
      {rows.length === 0 ? (
        <Text role="status">{t('No commands or keys match “{{query}}”.', { query })}</Text>
      ) : (
        <KeysTable rows={rows} layer={layer} onRecord={setRecording} onReset={reset} />
      )}
      <KeyRecorder
        recording={recording}
        layer={layer}
        onSave={save}
        onClose={() => setRecording(undefined)}
      />
    </AccountFrame>
  )
}

function useRows(query: string): readonly KeyRow[] {
  const { commands, host, platform } = useKernel()
  const text = useText()
  const all = useStore(commands.all)

  const rows = useMemo(() => {
    const found = all.map((command: Command): KeyRow & { readonly words: string } => {
      const [title, section] = [text.tm(command.source, command.title), sectionOf(command, text, host)]
      // Users search for either name of a key.
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
    const words = fold(query).split(/\s+/)
    return rows.filter(row => words.every(word => row.words.includes(word)))
  }, [rows, query])
}

const WORDS = phrases({
  one: 'Keyboard shortcut of “{{command}}” reset.',
  undo: 'Undo',
})

export function useCustomKeys() {
  const { notices, settings } = useKernel()
  const store = settings.store(keySettings)
  const layer = useStore(store, ({ keys }) => keys)

  const save = useCallback((keys: KeyLayer) => store.change({ keys }), [store])

  const reset = useCallback(
    ({ id, source, title }: Command) => {
      const before = store.getState().keys
      const { [id]: own = [], ...others } = before
      store.change({ keys: others })
      const undo = () => {
        const now = store.getState().keys
        // Keep changes made since then.
        const untouched = JSON.stringify(now) === JSON.stringify(others)
        if (untouched) store.change({ keys: before })
        else if (!(id in now)) store.change({ keys: { [id]: own, ...now } })
      }
      notices.post({
        kind: 'success',
        source: 'account',
        message: WORDS.one,
        values: { command: title },
        texts: { command: { source, message: title } },
        action: { label: WORDS.undo, run: undo },
      })
    },
    [store, notices],
  )

  const resetAll = useCallback(() => resetKeys(settings, notices), [settings, notices])

  return { layer, save, reset, resetAll }
}
