import { ActionIcon, Button, FileButton, Group, Loader, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { COMMANDS } from '../../../core/kernel/tokens.js'
import { CommandButton } from '../../../core/react/command-button.js'
import drawer from '../../../core/react/drawer-form.module.css'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { PlanGate } from '../../../core/react/plan-gate.js'
import { OWN_BANKS, SAMPLER } from '../own-banks.js'
import { soundFiles } from '../own-files.js'

/** The user's own SoundFonts and sampler sets in the Sound panel. */
export default function OwnInstruments() {
  const { t } = useText()
  const isGuest = useStore(useService(COMMANDS).conditions, ({ guest }) => guest === true)
  if (isGuest) return null
  return (
    <Stack className={drawer.wide} gap={8} mt={8}>
      <Title order={3} fz={13}>
        {t('My instruments')}
      </Title>
      <PlanGate feature={SAMPLER} title={t('My instruments')}>
        <BankList />
      </PlanGate>
    </Stack>
  )
}

const MEGABYTE = 1024 * 1024

function BankList() {
  const { t } = useText()
  const own = useService(OWN_BANKS)
  const { banks, working } = useStore(own.view)
  const remove = useCommand('sound-banks.remove')
  const takeFolder = (files: File[]) =>
    void own.take(soundFiles(files), files[0]?.webkitRelativePath.split('/')[0])
  return (
    <>
      {banks.map(({ id, name, size }) => (
        <Group key={id} gap={8} wrap="nowrap">
          <Text fz={13} flex={1} truncate title={name}>
            {name}
          </Text>
          <Text fz={13} c="dimmed">
            {t('{{size}} MB', { size: Math.max(0.1, Math.round((10 * size) / MEGABYTE) / 10) })}
          </Text>
          <Tooltip label={t('Remove “{{name}}”', { name })}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('Remove “{{name}}”', { name })}
              onClick={() => remove.run({ id })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      <Text fz={13} c="dimmed">
        {t(
          'SoundFonts (SF2, SF3), DLS files, or samples named after their notes, such as E2.wav. Up to 500 MB on this device.',
        )}
      </Text>
      <Group gap={8}>
        <CommandButton command="sound-banks.add" size="xs" variant="default" />
        <FileButton multiple onChange={takeFolder} inputProps={{ webkitdirectory: '' } as object}>
          {props => (
            <Button {...props} size="xs" variant="default">
              {t('Add sample folder')}
            </Button>
          )}
        </FileButton>
        {working && <Loader size="xs" aria-label={t('Adding instruments…')} />}
      </Group>
    </>
  )
}
