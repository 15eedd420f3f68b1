import { Alert, Anchor, Button, Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { planPath } from '../../../core/auth/plans.js'
import { GO_TO } from '../../../core/events/app-events.js'
import { COMMANDS, EVENTS } from '../../../core/kernel/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { shortName } from '../../../music/song/song-name.js'
import { IN_PROGRESS } from '../import/song-imports.js'
import { type ImportedFile, SONG_IMPORTS, type SongProblem } from '../tokens.js'

export default function OpeningSongs() {
  useSongLink()
  return <ImportProgress />
}

export function ImportProgress() {
  const files = useStore(useService(SONG_IMPORTS).view)
  if (files.length === 0) return null
  const coming = files.filter(({ step }) => IN_PROGRESS.includes(step))
  return (
    <Stack gap={12}>
      {coming.length > 0 && <Coming files={coming} />}
      {files.map(file => file.problem && <NotArrived key={file.key} file={file} problem={file.problem} />)}
    </Stack>
  )
}

function Coming({ files }: { readonly files: readonly ImportedFile[] }) {
  const { t } = useText()
  const stop = useCommand('library.cancel-reading')
  const now = files.find(({ step }) => step !== 'waiting') ?? files[0]
  const name = shortName(now?.name ?? '')
  const percent = Math.round((now?.portion ?? 0) * 100)
  useEscape(stop.run)
  return (
    <Group gap="sm" wrap="nowrap">
      <Stack flex={1} gap={6} miw={0}>
        <Text c="dimmed" size="sm" role="status" truncate>
          {now?.step === 'opening'
            ? t('Preparing {{file}}…', { file: name })
            : files.length > 1
              ? t('Reading {{file}}, and {{number}} more…', { file: name, number: files.length - 1 })
              : t('Reading {{file}}…', { file: name })}
        </Text>
        <Progress.Root size="sm" transitionDuration={0}>
          <Progress.Section value={percent} aria-label={t('Progress: {{file}}', { file: name })} />
        </Progress.Root>
      </Stack>
      <Tooltip label={[stop.title, t('Escape')].join(' · ')}>
        <Button variant="default" size="xs" onClick={() => stop.run()}>
          {t('Stop')}
        </Button>
      </Tooltip>
    </Group>
  )
}

interface NotArrivedProps {
  readonly file: ImportedFile
  readonly problem: SongProblem
}

function NotArrived({ file: { key, name: whole, step, isOpen }, problem }: NotArrivedProps) {
  const { t, tm } = useText()
  const imports = useService(SONG_IMPORTS)
  const events = useService(EVENTS)
  const isUnkept = step === 'unkept'
  const name = shortName(whole)
  const alert = useRef<HTMLDivElement>(null)
  // This alert replaces a notice, so scroll it into view.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert
      ref={alert}
      role="alert"
      color={isUnkept ? 'yellow' : 'red'}
      variant="light"
      title={
        isUnkept
          ? t('{{file}} wasn’t added to your library', { file: name })
          : t('Couldn’t open {{file}}', { file: name })
      }
      withCloseButton
      closeButtonLabel={t('Dismiss')}
      onClose={() => imports.dismiss(key)}
    >
      {tm(problem.source ?? 'library', problem.sentence, problem.values)}
      {problem.values.repairedNotes !== undefined && (
        <Button
          display="block"
          variant="default"
          size="compact-sm"
          mt="xs"
          onClick={() => void imports.repair(key)}
        >
          {t('Repair')}
        </Button>
      )}
      {isUnkept && (
        <Group gap="md" mt="xs">
          {!isOpen && (
            <Button variant="default" size="compact-sm" onClick={() => void imports.openUnkept(key)}>
              {t('Open without adding')}
            </Button>
          )}
          {problem.code === 'songs_full' && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => events.emit(GO_TO, { path: planPath('songs') })}
            >
              {t('See plans')}
            </Anchor>
          )}
        </Group>
      )}
    </Alert>
  )
}

/**
 * Cancels on Escape, unless a dialog or menu handles it. A shortcut would run after the neck's own handler.
 */
export function useEscape(giveUp: () => void): void {
  const latest = useRef(giveUp)
  latest.current = giveUp

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const inside = event.target instanceof Element && event.target.closest(CLOSES) !== null
      if (inside || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

const CLOSES = '[role="dialog"], [role="menu"], [role="listbox"], [aria-expanded="true"]'

const PARAMETER = 'song'

function useSongLink(): void {
  const commands = useService(COMMANDS)

  useEffect(() => {
    const look = () => {
      const link = takeUrlParameter()
      if (link) void commands.execute('library.open-link', { link })
    }
    look()
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [commands])
}

/** Bypasses the router, which would render the page again. */
function takeUrlParameter(): string | null {
  const { pathname, search, hash } = window.location
  const parameters = new URLSearchParams(search)
  const link = parameters.get(PARAMETER)
  if (link === null) return null
  parameters.delete(PARAMETER)
  const rest = parameters.toString()
  window.history.replaceState(window.history.state, '', `${pathname}${rest === '' ? '' : `?${rest}`}${hash}`)
  return link
}
