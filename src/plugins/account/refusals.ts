/** What the account's calls are refused with, in the user's words. */
import { refusalWords } from '../../core/http/refusal-words.js'
import { phrases } from '../../core/platform/phrases.js'

export const refusalOf = refusalWords(
  'account',
  phrases({
    handle_taken: 'Somebody else has this handle already. Choose another one.',
    password_wrong: 'This is not your current password.',
    last_admin: 'You are the last administrator. Give the role to somebody else first.',
    billing_off: 'Nothing is sold here: this server has no payment provider.',
    plan_present: 'You pay for a plan already. Change it under “Manage payments”.',
    payment_unavailable: 'The payment provider cannot be reached at the moment. Try again in a few minutes.',
    picture_refused: 'The server does not take this picture. Choose another one.',
    body_too_large: 'This picture is too large. Choose another one.',
    picture_unreadable: 'This file is no picture that your browser can read. Choose a PNG, a JPEG or a WebP.',
    picture_too_large: 'This picture has too much detail for its size. Choose another one.',
    file_too_large: 'This file is larger than 20 MB. Choose a smaller one.',
    stripe_unreachable: 'The payment page could not be loaded. Check your connection, then try again.',
  }),
)
