import { useStore } from '../../../core/react/hooks/use-store.js'
import { useService } from '../../../core/react/kernel-context.js'
import { BARE_NECK } from '../tokens.js'
import { Neck } from './neck/neck.js'

export default function BareNeck() {
  const isBare = useStore(useService(BARE_NECK), bare => bare !== undefined)
  return isBare ? <Neck /> : null
}
