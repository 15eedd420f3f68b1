import type { Endings } from '../replay/endings.js'
import type { OpenTarget } from '../replay/target.js'

export async function openAppTarget(_address: string | undefined, _endings: Endings): Promise<OpenTarget> {
  throw new Error('not yet')
}
