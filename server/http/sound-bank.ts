import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type OfferedBank, soundBanks } from '../../src/core/contract/sound-banks.js'
import { StartFailure, systemCode } from '../failure.js'
import type { Route } from './route.js'

/** Maximum file size, MB. Browsers download the whole file before using it. */
const MOST_MB = 100
/**
 * Serves the operator's sound bank to all users.
 * @throws StartFailure `sound_bank_invalid`
 */
export async function soundBankRoutes(
  app: FastifyInstance,
  route: Route,
  path: string | undefined,
): Promise<void> {
  const bank = path === undefined ? undefined : await readBank(path)
  route(soundBanks, async () => ({ banks: bank ? [bank] : [] }))
  if (path === undefined || !bank) return
  app.get(bank.id, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/octet-stream')
      .send(createReadStream(path)),
  )
}

async function readBank(path: string): Promise<OfferedBank> {
  const unreadable = (cause: unknown) => {
    throw invalid(path, `cannot be read (${systemCode(cause)}); fix the path`)
  }
  const { size, mtimeMs } = await stat(path).catch(unreadable)
  if (size > MOST_MB * 1024 * 1024) throw invalid(path, `is larger than ${MOST_MB} MB; choose a smaller one`)
  const file = await readFile(path).catch(unreadable)
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'sfbk')
    throw invalid(path, 'is not a SoundFont (SF2 or SF3); choose another file')
  if (file.readUInt32LE(4) + 8 > size) throw damaged(path)
  const presets = await presetsOf(new Uint8Array(file).buffer).catch(cause => {
    throw damaged(path, cause)
  })
  if (presets.length === 0) throw damaged(path)
  const name = basename(path).replace(/\.[^.]*$/, '')
  return { id: `/sound-bank/${size.toString(36)}-${Math.round(mtimeMs).toString(36)}.sf2`, name, presets }
}

/** Parses the whole file. @throws Error if it is damaged */
async function presetsOf(file: ArrayBuffer): Promise<OfferedBank['presets']> {
  const { SoundBankLoader } = await import('spessasynth_core')
  return SoundBankLoader.fromArrayBuffer(file)
    .presets.map(({ name, program, bankMSB, isDrum }) => ({
      ...{ name: name.trim(), program, bank: bankMSB, isDrums: isDrum },
    }))
    .filter(({ program, bank }) => program < 128 && bank < 128)
}

const damaged = (path: string, cause?: unknown) =>
  invalid(path, 'is damaged or empty; download it again', cause)

function invalid(path: string, problem: string, cause?: unknown): StartFailure {
  const message = `The sound bank ${path} ${problem}, or unset FRETWORK_SOUND_BANK.`
  return new StartFailure('sound_bank_invalid', message, { cause })
}
