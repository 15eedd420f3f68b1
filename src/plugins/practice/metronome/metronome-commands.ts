import type { CommandHandler } from '../../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import {
  type Accent,
  BPM,
  type MetronomeArgs,
  type MetronomeSettings,
  metronomeSettings,
} from '../metronome-settings.js'
import { METRONOME } from '../tokens.js'

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

export const METRONOME_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'practice.start-metronome': async ({ get }) => {
    const metronome = get(METRONOME)
    if (metronome.view.getState().running) metronome.stop()
    else await metronome.start()
  },
  'practice.tap-metronome': ({ get }) => get(METRONOME).tap(),
  'practice.metronome-slower': faster(-STEP),
  'practice.metronome-faster': faster(STEP),
  'practice.set-metronome-meter': change(({ beats }: MetronomeArgs['meter'], { accents }) => ({
    accents: Array.from({ length: beats }, (_, beat) => accents[beat] ?? 'plain'),
  })),
  'practice.change-metronome-accent': change(({ beat }: MetronomeArgs['accent'], { accents }) => ({
    accents: accents.map((accent, index) => (index === beat - 1 ? NEXT_ACCENT[accent] : accent)),
  })),
}
