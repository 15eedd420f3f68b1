import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type OfferedBank, soundBanks } from '../../src/core/contract/sound-banks.js'
import { StartFailure, systemCode } from '../failure.js'
import type { Route } from './route.js'

/** Maximum file size, MB. Browsers download the whole file before using it. */
const MOST_MB = 100
/** Size of a preset header (SoundFont 2.04, section 7.2). */
const HEADER_BYTES = 38
/** SoundFont’s bank number for drum kits. */
const DRUMS = 128

/**
 * Serves the operator's sound bank to all users.
 * @throws StartFailure `sound_bank_invalid`
 */
export function soundBankRoutes(app: FastifyInstance, route: Route, path: string | undefined): void {
  const bank = path === undefined ? undefined : readBank(path)
  route(soundBanks, async () => ({ banks: bank ? [bank] : [] }))
  if (path === undefined || !bank) return
  app.get(bank.id, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/octet-stream')
      .send(createReadStream(path)),
  )
}

function readBank(path: string): OfferedBank {
  const file = attempt(path, () => openSync(path, 'r'))
  try {
    const { size, mtimeMs } = fstatSync(file)
    if (size > MOST_MB * 1024 * 1024)
      throw invalid(path, `is larger than ${MOST_MB} MB; choose a smaller one`)
    const read = (from: number, length: number) => {
      const bytes = Buffer.alloc(length)
      if (attempt(path, () => readSync(file, bytes, 0, length, from)) < length) throw damaged(path)
      return bytes
    }
    const start = size < 12 ? Buffer.alloc(12) : read(0, 12)
    if (start.toString('latin1', 0, 4) !== 'RIFF' || start.toString('latin1', 8) !== 'sfbk')
      throw invalid(path, 'is not a SoundFont (SF2 or SF3); choose another file')
    if (start.readUInt32LE(4) + 8 > size) throw damaged(path)
    const presets = presetsOf(read, size)
    if (presets.length === 0) throw damaged(path)
    const name = basename(path).replace(/\.[^.]*$/, '')
    return { id: `/sound-bank/${size.toString(36)}-${Math.round(mtimeMs).toString(36)}.sf2`, name, presets }
  } finally {
    closeSync(file)
  }
}

type Read = (from: number, length: number) => Buffer

/** Reads the preset headers: RIFF → LIST pdta → phdr, whose last record ends the list. */
function presetsOf(read: Read, size: number): OfferedBank['presets'] {
  for (let at = 12; at + 12 <= size; ) {
    const head = read(at, 12)
    const kind = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    if (kind === 'phdr') return headersIn(read(at + 8, length))
    // Enter this list, and skip other chunks, which are padded to an even length.
    at += kind === 'LIST' && head.toString('latin1', 8) === 'pdta' ? 12 : 8 + length + (length % 2)
  }
  return []
}

function headersIn(bytes: Buffer): OfferedBank['presets'] {
  const count = Math.max(0, Math.floor(bytes.length / HEADER_BYTES) - 1)
  return Array.from({ length: count }, (_, index) => {
    const at = index * HEADER_BYTES
    const [name = ''] = bytes.toString('latin1', at, at + 20).split('\0')
    const bank = bytes.readUInt16LE(at + 22)
    const isDrums = bank === DRUMS
    return { name: name.trim(), program: bytes.readUInt16LE(at + 20), bank: isDrums ? 0 : bank, isDrums }
  }).filter(({ program, bank }) => program < 128 && bank < 128)
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw invalid(path, `cannot be read (${systemCode(cause)}); fix the path`)
  }
}

const damaged = (path: string) => invalid(path, 'is damaged or empty; download it again')

function invalid(path: string, problem: string): StartFailure {
  return new StartFailure(
    'sound_bank_invalid',
    `The sound bank ${path} ${problem}, or unset FRETWORK_SOUND_BANK.`,
  )
}
