import { Slider } from '@mantine/core'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { soundSettings } from '../settings.js'
import { decibelsOf, SOUND } from '../synth.js'

/** @example loudness(0.5) // '50 % · −12 dB' */
function loudness(volume: number): string {
  const decibels = volume === 0 ? '∞' : Math.round(-decibelsOf(volume))
  return `${Math.round(volume * 100)} % · −${decibels} dB`
}

/** Moving the slider unmutes. @param labelledBy ID of a label; without it, the slider labels itself */
export function VolumeSlider({ labelledBy }: { labelledBy?: string }) {
  const { t } = useText()
  const settings = useService(SETTINGS).store(soundSettings)
  const { volume, muted } = useStore(settings)
  const { status } = useStore(useService(SOUND).view)
  return (
    <Slider
      {...(labelledBy === undefined ? { 'aria-label': t('Volume') } : { 'aria-labelledby': labelledBy })}
      thumbLabel={t('Volume')}
      size="xs"
      min={0}
      max={1}
      step={0.01}
      value={muted ? 0 : volume}
      disabled={status === 'off'}
      label={loudness}
      thumbValueText={loudness}
      onChange={value => settings.change({ volume: value, muted: false })}
    />
  )
}
