import { useComputedColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useKernel, useService, useStore } from '../../../../core/react/kernel-context.js'
import { labelOf, type NeckLabel, type SpelledScale, spelledBy } from '../../../../music/theory/scale.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import { NECK, NOW } from '../../tokens.js'
import {
  type Light,
  type LightLook,
  LightPainter,
  type LightSurface,
  type LightWords,
  lightLook,
  type TrailRing,
} from './light-painter.js'
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

  // Runs outside React, which doesn't render during playback.
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

interface LitNeck {
  readonly width: number
  readonly radius: number
  readonly words: LightWords
}

/** Safari doesn't report changes in device pixel ratio. */
const REPORTS_PIXELS =
  typeof ResizeObserverEntry === 'function' && 'devicePixelContentBoxSize' in ResizeObserverEntry.prototype

class LightScreen implements LightSurface {
  private readonly painter: LightPainter | undefined
  private readonly sizes: ResizeObserver
  private neck: LitNeck | undefined
  private look: LightLook | undefined
  private isEmpty = true

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly repaint: () => void,
  ) {
    const context = canvas.getContext('2d')
    this.painter = context ? new LightPainter(context) : undefined
    this.sizes = new ResizeObserver(([entry]) => entry && this.fit(entry))
    this.sizes.observe(canvas, REPORTS_PIXELS ? { box: 'device-pixel-content-box' } : {})
  }

  set(neck: LitNeck): void {
    this.neck = neck
    this.look = undefined
  }

  forgetLook(): void {
    this.look = undefined
    this.repaint()
  }

  show(lights: Iterable<Light>, trail: readonly TrailRing[]): void {
    const shown = [...lights]
    const isEmpty = shown.length === 0 && trail.length === 0
    if (isEmpty && this.isEmpty) return
    if (!this.look) this.prepare()
    this.isEmpty = isEmpty
    this.painter?.show(shown, trail)
  }

  dispose(): void {
    this.sizes.disconnect()
  }

  private prepare(): void {
    if (!this.neck) return
    this.look = lightLook(this.canvas)
    const { width, radius, words } = this.neck
    this.painter?.set({ radius, words, look: this.look, scale: this.canvas.width / width })
  }

  private fit({ contentRect }: ResizeObserverEntry): void {
    const width = Math.round(contentRect.width * devicePixelRatio)
    const height = Math.round(contentRect.height * devicePixelRatio)
    if (this.canvas.width === width && this.canvas.height === height) return
    this.canvas.width = width
    this.canvas.height = height
    this.forgetLook()
  }
}
