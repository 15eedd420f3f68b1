/** Reads and creates sound banks from the user's files. */
import {
  BasicInstrument,
  BasicPreset,
  BasicSoundBank,
  EmptySample,
  Generator,
  GeneratorTypes,
  SoundBankLoader,
} from 'spessasynth_core'
import type { BankPreset, Patch } from '../sound/tokens.js'
import { bankError, SAMPLER_BANK, type Sample } from './own-files.js'

/** @throws SentenceError `bank_unknown`, `bank_damaged`, `bank_no_memory`, `bank_empty` */
export function presetsOf(bytes: ArrayBuffer, file: string): BankPreset[] {
  const bank = opened(bytes, file)
  if (bank.presets.length === 0) throw bankError('bank_empty', { file })
  return bank.presets.map(({ name, program, bankMSB, isDrum }) => ({
    ...{ name: name.trim(), program, bank: bankMSB, isDrums: isDrum },
  }))
}

/** Returns a sound bank with only the presets of one patch, to save memory. */
export function extractPatch(
  bytes: ArrayBuffer,
  { program, isDrums = false, bank: only }: Patch,
): ArrayBuffer {
  const bank = new BasicSoundBank()
  for (const preset of opened(bytes, '').presets) {
    const { isDrum, bankMSB } = preset
    if (preset.program !== program || isDrum !== isDrums || (only ?? bankMSB) !== bankMSB) continue
    bank.clonePreset(preset)
  }
  return bank.writeSF2()
}

function opened(bytes: ArrayBuffer, file: string): BasicSoundBank {
  const text = (from: number) => String.fromCharCode(...new Uint8Array(bytes.slice(from, from + 4)))
  const isRiff = bytes.byteLength >= 12 && /^RIF[FS]$/.test(text(0))
  if (!isRiff || !/^(sfbk|sfpk|sfen|DLS )$/.test(text(8))) throw bankError('bank_unknown', { file })
  const isCut = text(0) === 'RIFF' && new DataView(bytes).getUint32(4, true) > bytes.byteLength
  if (isCut) throw bankError('bank_damaged', { file })
  try {
    return SoundBankLoader.fromArrayBuffer(bytes)
  } catch (cause) {
    throw bankError(cause instanceof RangeError ? 'bank_no_memory' : 'bank_damaged', { file })
  }
}

const SEARCH_RANGE = 96

/** @returns the nearest sample's note; of two, the higher, which sounds fuller when slowed down */
export function nearestSample(notes: ReadonlySet<number>, note: number): number | undefined {
  for (let apart = 0; apart <= SEARCH_RANGE; apart += 1) {
    for (const from of [note + apart, note - apart]) if (notes.has(from)) return from
  }
  return undefined
}

/** Lowest and highest note of a guitar or bass. */
const LOWEST = 23
const HIGHEST = 88

/** @throws SentenceError `sampler_no_sample` if a guitar or bass note is out of reach */
export function samplerBank(samples: readonly Sample[], name: string, program: number): ArrayBuffer {
  const bank = new BasicSoundBank()
  const instrument = new BasicInstrument()
  instrument.name = name
  instrument.globalZone.addGenerators(new Generator(GeneratorTypes.releaseVolEnv, -1200))
  const notes = new Set(samples.map(({ note }) => note))
  const ranges = new Map<number, { min: number; max: number }>()
  for (let note = 0; note < 128; note += 1) {
    const from = nearestSample(notes, note)
    const isNeeded = note >= LOWEST && note <= HIGHEST
    if (from === undefined && isNeeded) throw bankError('sampler_no_sample', { note })
    if (from !== undefined) ranges.set(from, { min: ranges.get(from)?.min ?? note, max: note })
  }
  for (const { note, audio, sampleRate } of samples) {
    const keyRange = ranges.get(note)
    if (!keyRange) continue
    ranges.delete(note)
    const sample = new EmptySample()
    Object.assign(sample, { name: `${note}`, originalKey: note })
    sample.setAudioData(audio, sampleRate)
    bank.addSamples(sample)
    instrument.createZone(sample).keyRange = keyRange
  }
  bank.addInstruments(instrument)
  const preset = new BasicPreset(bank)
  Object.assign(preset, { name, program, bankMSB: SAMPLER_BANK })
  preset.createZone(instrument)
  bank.addPresets(preset)
  bank.flush()
  return bank.writeSF2()
}
