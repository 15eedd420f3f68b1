import { Loader, Modal, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FretworkError } from '../../../../core/platform/fretwork-error.js'
import { useLast } from '../../../../core/react/hooks/use-last.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { Refused } from '../../../../core/react/refused.js'
import { productText } from '../../offers.js'
import { refusalText } from '../../refusals.js'
import type { EmbeddedCheckout } from './checkout.js'

const SCRIPT = 'https://js.stripe.com/dahlia/stripe.js'

interface MountedCheckout {
  mount(place: HTMLElement): void
  destroy(): void
}
interface Stripe {
  createEmbeddedCheckoutPage(options: { fetchClientSecret: () => Promise<string> }): Promise<MountedCheckout>
}
declare global {
  var Stripe: ((publishableKey: string) => Stripe) | undefined
}

let script: Promise<void> | undefined

function loadStripe(): Promise<void> {
  script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = SCRIPT
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      script = undefined
      reject(new FretworkError('stripe_unreachable', 'The payment page couldn’t be loaded. Try again.'))
    }
    document.head.append(element)
  })
  return script
}

interface CheckoutProps {
  readonly checkout: EmbeddedCheckout | undefined
  readonly onClose: () => void
}

export function StripeCheckout({ checkout, onClose }: CheckoutProps) {
  const { t, tm } = useText()
  const last = useLast(checkout)
  return (
    <Modal
      opened={checkout !== undefined}
      onClose={onClose}
      size="lg"
      title={last && t('Pay for {{title}}', { title: productText(last.title, text => tm('account', text)) })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {checkout && <Mounted key={checkout.clientSecret} {...checkout} />}
    </Modal>
  )
}

function Mounted({ clientSecret, publishableKey }: EmbeddedCheckout) {
  const { t } = useText()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<{ ready?: true; error?: unknown }>({})
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is a retry
  useEffect(() => {
    let mounted: MountedCheckout | undefined
    let gone = false
    const show = async () => {
      await loadStripe()
      const checkout = await globalThis.Stripe?.(publishableKey).createEmbeddedCheckoutPage({
        fetchClientSecret: async () => clientSecret,
      })
      if (gone) return checkout?.destroy()
      if (place.current) checkout?.mount(place.current)
      mounted = checkout
      setState({ ready: true })
    }
    setState({})
    show().catch(error => gone || setState({ error }))
    return () => {
      gone = true
      mounted?.destroy()
    }
  }, [clientSecret, publishableKey, round])

  return (
    <Stack align="stretch" mih={state.error === undefined ? 200 : undefined}>
      {state.error !== undefined && (
        <Refused error={state.error} words={refusalText} onRetry={() => setRound(round + 1)} />
      )}
      {!state.ready && state.error === undefined && (
        <Loader mx="auto" aria-label={t('Loading payment page')} />
      )}
      <div ref={place} />
    </Stack>
  )
}
