import { refusalWords } from '../../core/http/error-sentences.js'
import { phrases } from '../../core/platform/phrases.js'

export const refusalText = refusalWords(
  'account',
  phrases({
    handle_taken: 'This handle is taken. Choose a different one.',
    password_wrong: 'This isn’t your current password.',
    login_needed: 'Log out and log in again, then set this up within ten minutes.',
    second_factor_present: 'This is already set up. Remove it first.',
    passkeys_full: 'You’ve reached the limit of 20 passkeys. Remove one first.',
    last_admin: 'You’re the last administrator. Assign the role to someone else first.',
    billing_off: 'Paid plans aren’t available on this server.',
    plan_present: 'You already have a paid plan. Change it under “Manage payments”.',
    payment_unavailable: 'Can’t reach the payment provider. Try again in a few minutes.',
    export_cut_off: 'The download was interrupted, and nothing was saved. Try again.',
    picture_refused: 'This picture wasn’t accepted. Choose a different one.',
    body_too_large: 'This picture is too large. Choose a smaller one.',
    picture_unreadable: 'Can’t read this picture. Choose a PNG, JPEG or WebP file.',
    picture_too_large: 'This picture is too detailed. Choose a simpler one.',
    file_too_large: 'This file is larger than 20 MB. Choose a smaller one.',
    stripe_unreachable: 'Couldn’t load the payment page. Check your connection and try again.',
  }),
)
