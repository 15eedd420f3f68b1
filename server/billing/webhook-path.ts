// Where the payment provider sends its events: to be entered at Stripe behind the public address.
export const WEBHOOK_PATH = '/account/api/v1/billing/webhook'
