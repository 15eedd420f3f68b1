import { Button, type ComboboxData, Stack, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import drawer from '../../../core/react/drawer-form.module.css'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { DEFAULT_DEVICE, LATENCY_NAMES, ROOM_NAMES, soundSettings } from '../settings.js'
import { SOUND } from '../synth.js'
import { allowDevices, canChooseDevice, listDevices, onDevices } from './audio-devices.js'

/** Room, device and latency in the Sound panel. */
export function AudioOutput() {
  const { t, tm } = useText()
  const translated = (choices: typeof ROOM_NAMES | typeof LATENCY_NAMES) =>
    choices.map(({ value, label }) => ({ value, label: tm('sound', label) }))
  return (
    <>
      <Choice field="room" title={t('Reverb')} choices={translated(ROOM_NAMES)} />
      {canChooseDevice() && <DeviceChoice />}
      <Choice field="latency" title={t('Latency')} choices={translated(LATENCY_NAMES)} />
      <MeasuredLatency />
    </>
  )
}

interface ChoiceProps {
  readonly field: 'instrument' | 'room' | 'latency' | 'device'
  readonly title: string
  readonly choices: ComboboxData
  /** Shown instead of a stored value that is unavailable. */
  readonly value?: string
  readonly searchable?: boolean
  readonly nothingFoundMessage?: string
}

export function Choice({ field, title, choices, ...props }: ChoiceProps) {
  const settings = useService(SETTINGS).store(soundSettings)
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{title}</label>
      <Select
        id={id}
        size="xs"
        data={choices}
        value={useStore(settings, state => state[field])}
        onChange={value => value !== null && settings.change({ [field]: value })}
        {...props}
      />
    </>
  )
}

function DeviceChoice() {
  const { t, tm } = useText()
  const { device } = useStore(useService(SETTINGS).store(soundSettings))
  const { value: devices, reload } = useAnswer(listDevices)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const watching = onDevices(reload)
    return () => watching.dispose()
  }, [reload])
  const allow = () => allowDevices().then(reload, () => setRefused(true))
  const choices = [{ value: '', label: tm('sound', DEFAULT_DEVICE) }, ...(devices ?? [])]
  if (!choices.some(({ value }) => value === device))
    choices.push({ value: device, label: t('Not connected') })
  return (
    <>
      <Choice field="device" title={t('Audio device')} choices={choices} />
      {devices?.length === 0 && (
        <Stack className={drawer.wide} gap={4} align="flex-start">
          <Text fz={13} c="dimmed" role="status">
            {isRefused
              ? t('Microphone access is blocked. Allow it in the site settings to list audio devices.')
              : t(
                  'The browser only lists audio devices if you allow microphone access. Nothing is recorded.',
                )}
          </Text>
          {!isRefused && (
            <Button size="xs" variant="default" onClick={() => void allow()}>
              {t('List audio devices')}
            </Button>
          )}
        </Stack>
      )}
    </>
  )
}

const EVERY_MS = 1000

function MeasuredLatency() {
  const { t } = useText()
  const sound = useService(SOUND)
  const [ms, setMs] = useState(() => sound.latencyMs())
  useInterval(() => setMs(sound.latencyMs()), EVERY_MS, { autoInvoke: true })
  if (ms === undefined) return null
  return (
    <>
      <span>{t('Measured latency')}</span>
      <Text fz={13}>{t('{{ms}} ms', { ms: Math.round(ms) })}</Text>
    </>
  )
}
