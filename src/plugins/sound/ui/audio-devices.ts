/** Audio output devices. Only Chromium supports selecting one for Web Audio. */
import { type Disposable, disposable } from '../../../core/platform/store.js'

type Audio = AudioContext & { setSinkId?(id: string): Promise<void> }

export function canChooseDevice(): boolean {
  return 'AudioContext' in window && 'setSinkId' in AudioContext.prototype && 'mediaDevices' in navigator
}

/** @returns the connected devices. Without permission, browsers list none or hide their names. */
export async function listDevices(): Promise<readonly { value: string; label: string }[]> {
  if (!canChooseDevice()) return []
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId, label }) => kind === 'audiooutput' && label !== '' && deviceId !== 'default')
    .map(({ deviceId, label }) => ({ value: deviceId, label }))
}

/** Browsers reveal audio device names only after microphone access is granted. */
export async function allowDevices(): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  for (const track of stream.getTracks()) track.stop()
}

/** @throws if the device isn't connected; the default device is then used */
export async function chooseDevice(audio: Audio, id: string): Promise<void> {
  if (!canChooseDevice()) return
  const isThere = id === '' || (await listDevices()).some(({ value }) => value === id)
  await audio.setSinkId?.(isThere ? id : '')
  if (!isThere) throw new Error(`The audio device ${id} is not connected.`)
}

export function onDevices(run: () => void): Disposable {
  if (!canChooseDevice()) return disposable()
  navigator.mediaDevices.addEventListener('devicechange', run)
  return disposable(() => navigator.mediaDevices.removeEventListener('devicechange', run))
}
