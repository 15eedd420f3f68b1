import { type DBSchema, openDB } from 'idb'
import * as z from 'zod/mini'
import { offeredBanks, soundBanks } from '../../../core/contract/sound-banks.js'
import type { UserFile } from '../../../core/platform/ports.js'
import { callWorker } from '../../../core/platform/worker-call.js'
import type { SoundBank } from '../../sound/tokens.js'
import type { BankStore, BanksPage, OwnBank } from '../own-banks.js'
import { bankError, SAMPLER_BANK, type Sample, sampleNote } from '../own-files.js'
import type { BanksWork } from './bank-files.worker.js'

interface BankSchema extends DBSchema {
  banks: {
    key: [string, string]
    value: { user: string; id: string; bank: OwnBank }
    indexes: { user: string }
  }
  files: { key: [string, string]; value: { user: string; id: string; file: Blob } }
}

export async function openBanksPage(database: string): Promise<BanksPage> {
  const store = await openStore(database)
  return {
    store,
    async read(given) {
      const file = given instanceof Blob ? given : new Blob([await given.arrayBuffer()])
      return { file, presets: await inWorker(work => work.presetsOf(file, given.name)) }
    },
    async sampler(files, name, program) {
      if (files.length === 0) throw bankError('bank_empty', { file: name })
      const samples: Sample[] = []
      for (const file of files) samples.push(await decode(file, sampleNote(file.name)))
      const file = new Blob([await inWorker(work => work.sampler(samples, name, program))])
      return { file, presets: [{ name, program, bank: SAMPLER_BANK, isDrums: false }] }
    },
    extract: async (file, patch) => new Blob([await inWorker(work => work.extract(file, patch))]),
    offered,
    offeredFile: async path => (await fetchKept(path, await keptFiles())).blob(),
  }
}

const startWorker = () =>
  new Worker(new URL('./bank-files.worker.ts', import.meta.url), { type: 'module', name: 'sound bank files' })

const inWorker = <Result>(call: (work: BanksWork) => Promise<Result>) => callWorker(startWorker, call)

/** Browsers only have a cache for pages loaded over HTTPS or from this device. */
const keptFiles = async () => ('caches' in globalThis ? caches.open('fretwork-sound-banks') : undefined)

/** Lists the operator's sound banks, and deletes the files of earlier ones. */
async function offered(): Promise<readonly SoundBank[]> {
  const kept = await keptFiles()
  const answer = await fetchKept(soundBanks.path, kept, true)
  const { banks } = z.parse(offeredBanks, await answer.json())
  const paths = [soundBanks.path, ...banks.map(({ id }) => id)]
  for (const request of (await kept?.keys()) ?? [])
    if (!paths.includes(new URL(request.url).pathname)) await kept?.delete(request)
  return banks
}

/** Fetches a file and keeps it for offline use. @param changes whether the server may have a newer one */
async function fetchKept(path: string, files: Cache | undefined, changes = false): Promise<Response> {
  const kept = await files?.match(path)
  if (kept && !changes) return kept
  try {
    const answer = await fetch(path)
    // A network's login page answers with HTML.
    const isPage = answer.headers.get('content-type')?.includes('html')
    if (!answer.ok || isPage) throw new Error(`${path} returned ${isPage ? 'a page' : answer.status}`)
    // If the device is full, the file is fetched again next time.
    await files?.put(path, answer.clone()).catch(() => files.delete(path))
    return answer
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

const SAMPLE_RATE = 44_100

async function decode(file: UserFile, note: number): Promise<Sample> {
  const bytes = await file.arrayBuffer()
  const buffer = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes).catch(() => {
    throw bankError('sample_unreadable', { file: file.name })
  })
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, each) => buffer.getChannelData(each))
  const audio = new Float32Array(buffer.length)
  for (const channel of channels) {
    for (const [index, value] of channel.entries())
      audio[index] = (audio[index] ?? 0) + value / channels.length
  }
  return { note, audio, sampleRate: buffer.sampleRate }
}

async function openStore(name: string): Promise<BankStore> {
  const database = await openDB<BankSchema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('banks', { keyPath: ['user', 'id'] }).createIndex('user', 'user')
      db.createObjectStore('files', { keyPath: ['user', 'id'] })
    },
    // Don't block a newer version in another tab.
    blocking: () => database.close(),
  })
  const change = () => {
    const work = database.transaction(['banks', 'files'], 'readwrite')
    return { banks: work.objectStore('banks'), files: work.objectStore('files'), done: work.done }
  }
  return {
    async all(user) {
      return (await database.getAllFromIndex('banks', 'user', user)).map(({ bank }) => bank).reverse()
    },
    file: async (user, id) => (await database.get('files', [user, id]))?.file,
    async put(user, bank, file) {
      const { banks, files, done } = change()
      const { id } = bank
      await Promise.all([banks.put({ user, id, bank }), files.put({ user, id, file }), done])
    },
    async remove(user, id) {
      const { banks, files, done } = change()
      await Promise.all([banks.delete([user, id]), files.delete([user, id]), done])
    },
  }
}
