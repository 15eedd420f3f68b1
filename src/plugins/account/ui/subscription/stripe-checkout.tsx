/** The payment provider's own page within ours. Its script is loaded when somebody pays, and never before. */
import { Loader, Modal, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FretworkError } from '../../../../core/platform/fretwork-error.js'
import { useLast } from '../../../../core/react/hooks/use-last.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { Refused } from '../../../../core/react/refused.js'
import { soldText } from '../../offers.js'
import { refusalOf } from '../../refusals.js'
import type { EmbeddedCheckout } from './use-checkout.js'

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

/** @throws FretworkError `stripe_unreachable` */
function loadStripe(): Promise<void> {
  script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = SCRIPT
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      // The next try asks again.
      script = undefined
      reject(new FretworkError('stripe_unreachable', 'The payment page could not be loaded; try again.'))
    }
    document.head.append(element)
  })
  return script
}

interface CheckoutProps {
  /** Undefined while nothing is being paid. */
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
      title={last && t('Pay for {{title}}', { title: soldText(last.title, text => tm('account', text)) })}
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is another try of the same
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
        <Refused error={state.error} words={refusalOf} onRetry={() => setRound(round + 1)} />
      )}
      {!state.ready && state.error === undefined && (
        <Loader mx="auto" aria-label={t('The payment page is loading')} />
      )}
      <div ref={place} />
    </Stack>
  )
}
