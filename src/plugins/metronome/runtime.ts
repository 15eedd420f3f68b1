/** The commands of the metronome. */
import { onSessionEnd } from '../../core/auth/session.js'
import { type CommandHandler, defineRuntime, provideFactory } from '../../core/kernel/manifest/plugin.js'
import { AUTH, CLOCK, SETTINGS } from '../../core/kernel/services/tokens.js'
import { MIDI_OUTPUT } from '../midi-io/tokens.js'
import { TAP_TEMPO } from './internal-tokens.js'
import { createMetronome } from './metronome.js'
import {
  type Accent,
  BPM,
  type MetronomeArgs,
  type MetronomeSettings,
  metronomeSettings,
} from './settings.js'
import { createTapTempo } from './tap-tempo.js'
import { METRONOME } from './tokens.js'

const STEP = 5
const NEXT_ACCENT: Readonly<Record<Accent, Accent>> = { strong: 'plain', plain: 'silent', silent: 'strong' }

const change =
  <Args>(next: (args: Args, now: MetronomeSettings) => Partial<MetronomeSettings>): CommandHandler =>
  ({ get }, args: Args) => {
    const settings = get(SETTINGS).store(metronomeSettings)
    settings.change(next(args, settings.getState()))
  }

const faster = (by: number) =>
  change((_, { bpm }) => ({ bpm: Math.min(BPM.most, Math.max(BPM.least, bpm + by)) }))

export default defineRuntime({
  providers: [
    provideFactory(METRONOME, ({ get }) => {
      const settings = get(SETTINGS).store(metronomeSettings)
      return createMetronome({ clock: get(CLOCK), output: get(MIDI_OUTPUT), settings: settings.getState })
    }),
    provideFactory(TAP_TEMPO, createTapTempo),
  ],
  commands: {
    'metronome.toggle': async ({ get }) => {
      const metronome = get(METRONOME)
      if (metronome.view.getState().running) metronome.stop()
      else await metronome.start()
    },
    'metronome.tap': ({ get }) => {
      const bpm = get(TAP_TEMPO).tap(get(CLOCK).now())
      if (bpm !== undefined) get(SETTINGS).store(metronomeSettings).change({ bpm })
    },
    'metronome.slower': faster(-STEP),
    'metronome.faster': faster(STEP),
    'metronome.set-meter': change(({ beats }: MetronomeArgs['meter'], { accents }) => ({
      accents: Array.from({ length: beats }, (_, beat) => accents[beat] ?? 'plain'),
    })),
    'metronome.change-accent': change(({ beat }: MetronomeArgs['accent'], { accents }) => ({
      accents: accents.map((accent, index) => (index === beat - 1 ? NEXT_ACCENT[accent] : accent)),
    })),
  },
  screens: { MetronomePage: () => import('./ui/metronome-page.js') },
  activate: ({ get, scope }) => {
    scope.add(onSessionEnd(get(AUTH).state, () => get(METRONOME).stop()))
  },
})
