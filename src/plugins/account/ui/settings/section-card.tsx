import { Box, Button, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { codeOf, messageOf } from '../../../../core/platform/fretwork-error.js'
import { useKernel, useText } from '../../../../core/react/kernel-context.js'
import { ScreenBoundary } from '../../../../core/react/plugin-screen.js'
import { hasDefaults, resetSection } from '../../../../core/settings/settings-fields.js'
import { SettingRow } from './setting-row.js'
import classes from './settings-page.module.css'
import type { ShownSection } from './shown-section.js'

interface CardProps {
  readonly id: string
  readonly title: string
  readonly sections: readonly ShownSection[]
  /** Whether a search hides some fields. The reset button is then not shown. */
  readonly filtered: boolean
  readonly alongside?: (shown: ShownSection, value: unknown, field: string) => object
}

export function SectionCard({ id, title, sections, filtered, alongside }: CardProps) {
  return (
    <Box
      component="section"
      className={`fw-card ${classes.card}`}
      px={{ base: 14, sm: 20 }}
      pt={6}
      pb={10}
      aria-labelledby={id}
    >
      <Group gap="8px 12px" mih={44} wrap="nowrap" justify="space-between">
        <Title order={2} size={15} className={classes.title} id={id} tabIndex={-1}>
          {title}
        </Title>
        {!filtered && <ResetButton title={title} sections={sections} />}
      </Group>
      {sections.map(shown => (
        <ScreenBoundary key={shown.section.id} renderError={error => <Unreadable error={error} />}>
          {shown.failure !== undefined && <Unreadable error={shown.failure} />}
          {shown.fields.map(field => (
            <SettingRow
              key={field.path.join('.')}
              shown={shown}
              field={field}
              alongside={alongside && (value => alongside(shown, value, field.path.join('.')))}
            />
          ))}
        </ScreenBoundary>
      ))}
    </Box>
  )
}

function Unreadable({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useText()
  return (
    <Text
      role="alert"
      py={12}
      c="var(--fw-bad)"
      style={{ borderTop: '1px solid var(--fw-line)', overflowWrap: 'anywhere' }}
    >
      {t('These settings can’t be shown. Report this to the plugin’s author:')}{' '}
      <code>
        {codeOf(error)}: {messageOf(error)}
      </code>
    </Text>
  )
}

export function ResetButton({ title, sections }: Pick<CardProps, 'title' | 'sections'>) {
  const { settings } = useKernel()
  const { t } = useText()
  const [undo, setUndo] = useState<() => void>()
  const atDefaults = useAtDefaults(sections)
  const done = undo !== undefined && atDefaults

  const press = () => {
    if (done) {
      undo()
      return setUndo(undefined)
    }
    const undos = sections.map(({ section }) => resetSection(settings, section))
    setUndo(() => () => {
      for (const undoSection of undos) undoSection()
    })
  }
  return (
    <Group gap={4} c="dimmed" fz={13}>
      <span role="status">{done && t('Reset.')}</span>
      {(done || !atDefaults) && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={done ? t('Undo reset of {{title}}', { title }) : t('Reset {{title}}', { title })}
          onClick={press}
        >
          {done ? t('Undo') : t('Reset')}
        </Button>
      )}
    </Group>
  )
}

function useAtDefaults(sections: readonly ShownSection[]): boolean {
  const { settings } = useKernel()
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = sections.map(({ section }) => settings.store(section).subscribe(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [settings, sections],
  )
  return useSyncExternalStore(subscribe, () =>
    sections.every(({ section, fields }) => hasDefaults(settings.store(section).getState(), fields)),
  )
}
