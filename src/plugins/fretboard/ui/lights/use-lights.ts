import { useComputedColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useKernel, useService, useStore } from '../../../../core/react/kernel-context.js'
import { labelOf, type NeckLabel, type SpelledScale, spelledBy } from '../../../../music/theory/scale.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import { NECK, NOW } from '../../tokens.js'
import { LightScreen, type LightWords } from './light-painter.js'
import { type LiveLook, LiveNeck } from './live-neck.js'

export interface Lights extends LiveLook, LightWords {
  readonly drawings: RefObject<Element | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly geometry: NeckGeometry
  readonly isDrawn: boolean
  /** Base spelling; a sounding chord may respell its notes. */
  readonly spelling: SpelledScale
  readonly labels: readonly NeckLabel[]
  labelsIn(spelling: SpelledScale): readonly NeckLabel[]
}

export function useLights(lights: Lights): void {
  const { drawings, canvas, geometry, isDrawn, spelling, labels, labelsIn, velocityLook, trail } = lights
  const { showOctave, showDegree, showInterval, noteNames } = lights
  const model = useService(NECK)
  const now = useService(NOW)
  const [lit, setLit] = useState<{ readonly screen: LightScreen; readonly neck: LiveNeck }>()

  useEffect(() => {
    if (!canvas.current) return
    const screen = new LightScreen(canvas.current, () => neck.paint())
    const neck = new LiveNeck(model, screen)
    setLit({ screen, neck })
    return () => {
      neck.dispose()
      screen.dispose()
    }
  }, [model, canvas])

  useLayoutEffect(() => {
    const { width, radius } = geometry
    lit?.screen.set({ width, radius, words: { showOctave, showDegree, showInterval, noteNames } })
    lit?.neck.paint()
  }, [lit, geometry, showOctave, showDegree, showInterval, noteNames])

  useLayoutEffect(() => {
    if (isDrawn && drawings.current) lit?.neck.attach(drawings.current, geometry, { velocityLook, trail })
  }, [lit, drawings, geometry, isDrawn, velocityLook, trail])

  useLayoutEffect(() => {
    if (!lit) return
    let shown: SpelledScale | undefined
    const show = () => {
      const { what, chord } = now.getState()
      const spelled = what === 'sounding' ? spelledBy(spelling, chord.tones) : spelling
      if (spelled === shown) return
      shown = spelled
      lit.neck.setLabels(spelled === spelling ? labels : labelsIn(spelled), pitch => labelOf(pitch, spelled))
    }
    show()
    return now.subscribe(show)
  }, [lit, now, spelling, labels, labelsIn])

  useLook(() => lit?.screen.forgetLook())
}

function useLook(changed: () => void): void {
  const scheme = useComputedColorScheme()
  const contrast = useMediaQuery('(prefers-contrast: more)')
  const forced = useMediaQuery('(forced-colors: active)')
  const { commands } = useKernel()
  const withSong = useStore(commands.conditions, () => commands.holds('player.song'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when one of these changes
  useEffect(changed, [scheme, contrast, forced, withSong])
}
