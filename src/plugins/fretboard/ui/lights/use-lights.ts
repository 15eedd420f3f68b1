/** Lights up sounding notes above a drawn neck. */
import { useComputedColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useService } from '../../../../core/react/kernel-context.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import type { NeckLabel } from '../../neck/neck-label.js'
import { NECK } from '../../tokens.js'
import type { LightWords } from './light-painter.js'
import { LightScreen } from './light-screen.js'
import { type LiveLook, LiveNeck } from './live-neck.js'

export interface Lights extends LiveLook, LightWords {
  /** Contains the positions (`data-neck-position`). */
  readonly drawings: RefObject<Element | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly geometry: NeckGeometry
  /** In the order of the positions. */
  readonly labels: readonly NeckLabel[]
}

interface Lit {
  readonly screen: LightScreen
  readonly neck: LiveNeck
}

export function useLights(lights: Lights): void {
  const { drawings, canvas, geometry, labels, velocityLook, trail } = lights
  const { showOctave, showDegree, showInterval } = lights
  const model = useService(NECK)
  const [lit, setLit] = useState<Lit>()

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
    lit?.screen.set({ width, radius, words: { showOctave, showDegree, showInterval } })
    lit?.neck.paint()
  }, [lit, geometry, showOctave, showDegree, showInterval])

  useLayoutEffect(() => {
    if (drawings.current) lit?.neck.attach(drawings.current, geometry, { velocityLook, trail })
  }, [lit, drawings, geometry, velocityLook, trail])

  useLayoutEffect(() => lit?.neck.setLabels(labels), [lit, labels])

  useLook(() => lit?.screen.forgetLook())
}

/** Calls back when the page's colors have changed. */
function useLook(changed: () => void): void {
  const scheme = useComputedColorScheme()
  const contrast = useMediaQuery('(prefers-contrast: more)')
  const forced = useMediaQuery('(forced-colors: active)')
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it waits for
  useEffect(changed, [scheme, contrast, forced])
}
