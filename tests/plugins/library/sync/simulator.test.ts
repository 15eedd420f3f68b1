// Three devices with two tabs each and random failures. `npm run soak` runs 10,000 schedules.
import { expect, it } from 'vitest'
import { canonical } from '../../../../src/plugins/library/sync/engine/records.js'
import { rounds } from '../../../support/rounds.js'
import { type Chaos, type Edit, KINDS, randomOf, SimulatedDevice, SimulatedServer } from './world.js'

const STEPS = 40
const DEVICES = ['phone', 'laptop', 'tablet']

/** @returns problems found at the end of the schedule */
async function runSchedule(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const chaos: { -readonly [K in keyof Chaos]: Chaos[K] } = { random, kill: 0.01, loss: 0.08, edit: 0.03 }
  const server = new SimulatedServer()
  const edits: Edit[] = []
  let tokens = 0
  const nextToken = () => `v${tokens++}`
  const devices = DEVICES.map(name => new SimulatedDevice(name, server, chaos, edits, nextToken))
  // A restored server recovers data from the devices, so schedules with restores never evict device data.
  const isSetBack = random() < 0.2
  let backup = server.copy()
  let hasLost = false
  for (let step = 0; step < STEPS; step += 1) {
    const device = devices[Math.floor(random() * devices.length)]
    const what = random()
    if (!device) continue
    if (what < 0.45) device.edit()
    else if (what < 0.85) await device.synchronise(random() < 0.5 ? 'new' : 'everything')
    else if (what < 0.95) device.isReachable = !device.isReachable
    else if (isSetBack) {
      if (random() < 0.5) backup = server.copy()
      else {
        server.setBack(backup)
        hasLost = true
      }
    } else if (what > 0.985) device.evict()
  }
  // Failures stop, and all devices sync.
  Object.assign(chaos, { kill: 0, loss: 0, edit: 0 })
  for (let round = 0; round < 4; round += 1)
    for (const device of devices) {
      device.isReachable = true
      await device.synchronise()
    }
  return [...differences(server, devices), ...losses(edits, devices, hasLost)]
}

/** Returns differences between the devices and the server. */
function differences(server: SimulatedServer, devices: readonly SimulatedDevice[]): string[] {
  const found: string[] = []
  for (const { kind, trims, defaults } of [
    ...KINDS,
    { kind: 'Conflict', trims: false, defaults: undefined },
  ]) {
    const live = [...server.records.values()].filter(
      record => record.kind === kind && record.removedAt === undefined,
    )
    const wanted = new Map(
      live.map(({ id, fields }) => [
        id,
        canonical({
          ...defaults?.(id),
          ...Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
        }),
      ]),
    )
    for (const { name, here } of devices) {
      const records = here.get(kind) ?? new Map()
      for (const [id, fields] of records)
        if ((wanted.get(id) ?? canonical(defaults?.(id))) !== canonical(fields))
          found.push(`${name} has ${kind}/${id} ${canonical(fields)}, the server ${wanted.get(id)}`)
      // Devices may discard records of a trimmed kind.
      if (!trims)
        for (const id of wanted.keys()) if (!records.has(id)) found.push(`${name} lacks ${kind}/${id}`)
    }
  }
  return found
}

/** Returns acknowledged edits that were neither stored, kept as a conflict, nor replaced by a later edit. */
function losses(edits: readonly Edit[], [device]: readonly SimulatedDevice[], hasLost: boolean): string[] {
  const conflicts = [...(device?.here.get('Conflict')?.values() ?? [])]
  return edits
    .filter(({ isAcknowledged, value }) => isAcknowledged && value !== undefined)
    .flatMap(edit => {
      const { key, field, value } = edit
      const [kind = '', id = ''] = key.split('/')
      const known = KINDS.find(each => each.kind === kind)
      const both = known?.both?.includes(field)
      const shown = device?.here.get(kind)?.get(id)?.[field]
      const now = shown === known?.defaults?.(id)?.[field] ? undefined : shown
      const others = edits.filter(other => other.key === key && other.field === field && other !== edit)
      if (now === value || others.some(({ over }) => over === value)) return []
      if (conflicts.some(conflict => conflict.value === value)) return []
      // A concurrent edit replaced this edit or was removed.
      const older = ancestorsOf(edit, others)
      const isNewer = (other: string | undefined) => other !== undefined && !older.has(other)
      if (!both && isNewer(now === undefined ? undefined : String(now))) return []
      // Resetting to a default counts as an edit, not as a removal.
      const isRemoved = others.some(
        other => other.value === undefined && (known?.defaults || isNewer(other.over)),
      )
      if (!both && now === undefined && isRemoved) return []
      // A record lost by the server cannot be sent again if the only device has trimmed it.
      if (kind === 'trimmed' && hasLost) return []
      // Devices no longer have the records that they trimmed.
      if (kind === 'trimmed' && now === undefined && !device?.here.get(kind)?.has(id)) return []
      // After a restore, an older value can reappear and be removed.
      const isOlderRemoved = others.some(other => other.value === undefined && older.has(other.over ?? ''))
      if (hasLost && !both && (now !== undefined || isOlderRemoved)) return []
      return [`${key} ${field}: ${value} of ${edit.device} is lost, it is ${String(now)}`]
    })
}

function ancestorsOf(edit: Edit, others: readonly Edit[]): Set<string> {
  const found = new Set<string>()
  for (let value = edit.over; value !== undefined && !found.has(value); ) {
    found.add(value)
    value = others.find(other => other.value === value)?.over
  }
  return found
}

/** Rotations of the collection order. */
const ORDERS = KINDS.map((_, index) => [...KINDS.slice(index), ...KINDS.slice(0, index)])

it.each(ORDERS)(
  'a new device downloads from the account before it uploads, with $kind first',
  async (...order) => {
    for (let killed = 0; killed < 60; killed += 1) {
      let step = Number.NaN
      const calm = { random: () => (step++ === killed ? 0 : 0.5), kill: 0.1, loss: 0, edit: 0 }
      const [server, edits, newToken] = [new SimulatedServer(), [], () => `v${tokens++}`]
      let tokens = 0
      const make = (name: string) => new SimulatedDevice(name, server, calm, edits, newToken, order)
      const [old, fresh] = [make('old'), make('new')]
      for (const kind of order) old.change(kind, 'one')
      expect(await old.synchronise()).toBe(true)
      const before = canonical([...server.records.values()])
      step = 0
      // The new device has opened one of the account's songs before and has default settings for it.
      for (const kind of order) if (kind.trims && !kind.defaults) fresh.change(kind, 'one')
      await fresh.synchronise()
      expect(await fresh.synchronise()).toBe(true)
      expect(canonical([...server.records.values()]), `killed at ${killed}`).toBe(before)
      expect(await old.synchronise()).toBe(true)
      expect(differences(server, [old, fresh])).toEqual([])
    }
  },
)

/** Number of schedules. Each takes a few milliseconds; fewer schedules would miss rare failures. */
const SCHEDULES = process.env.PROPERTY_ROUNDS ? rounds(10_000).numRuns : 200

it(`devices converge without losing acknowledged changes, in ${SCHEDULES} schedules`, async () => {
  for (let seed = 0; seed < SCHEDULES; seed += 1) expect(await runSchedule(seed), `seed ${seed}`).toEqual([])
})
