/** Privacy policy in English. */
import type { LegalWriter } from './legal-text.js'

export const privacyEnglish: LegalWriter = site => ({
  heading: 'Privacy policy',
  lead: `What data ${site} stores about you, why, for how long, and how to get or delete it.`,
  contents: 'On this page',
  sections: [
    {
      id: 'who',
      heading: 'Who is responsible',
      paragraphs: [
        `The operator of this site runs ${site} and is responsible for the data described here. You can reach the operator at the contact address given on the site or in your invitation.`,
        'What you play stays with you: notes from your instruments, songs you open and the sound you hear are processed in your browser. They are not sent to us.',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: ['For your account we store what you enter. We don’t buy or look up data elsewhere:'],
      points: [
        'your email address: to log you in and to send emails about your account, such as a link to confirm the address or reset your password, or a notice about a login from a new location. We don’t send advertising;',
        'your name: to address you and, if you choose, to show you to others;',
        'your password as a hash (argon2id), from which no one can read the password, including us;',
        'your language, for the emails we send.',
      ],
    },
    {
      id: 'profile',
      heading: 'Your profile and other people',
      paragraphs: [
        'Your handle, picture, bio, instruments and favourite tuning are stored if you enter them. Others see them only if you make your profile public, and then exactly what the profile preview shows. Your email address is never shown.',
        'The people you follow or block are stored until you unfollow or unblock them. People aren’t notified when you block them.',
      ],
    },
    {
      id: 'sessions',
      heading: 'Logins and security',
      paragraphs: [
        'For each login we store when it started and was last used, the browser and system (“Firefox on Linux”), and the network address without its last part, such as 203.0.113.0/24. You can see these sessions in your account and end any of them. They are deleted after 365 days at the latest.',
        'An audit log of important actions (logins, password changes, plan changes, administrator actions) protects accounts against misuse; it identifies accounts by number. The server’s technical log keeps the network addresses of requests for a short time to find errors and attacks. To slow down password guessing, attempts are counted per network and account for a few minutes.',
      ],
    },
    {
      id: 'providers',
      heading: 'Login with Google or Microsoft',
      paragraphs: [
        'If this site offers it and you choose it, the provider gives us an ID for your account, your name and an email address it has verified. We store the ID to recognize you. We don’t tell the provider what you do here; the provider knows that you log in here and handles that under its own privacy policy.',
      ],
    },
    {
      id: 'payments',
      heading: 'Payments',
      paragraphs: [
        'Paid plans are billed through a payment provider (Stripe). Card numbers and bank details go to the provider and never to us. We store your customer ID there, your plan, and when it renews or ends. The provider keeps invoices for as long as tax law requires.',
      ],
    },
    {
      id: 'browser',
      heading: 'In your browser',
      paragraphs: [
        'There is one cookie, named after the site. It holds your login tokens and lasts 365 days or until you log out. It keeps you logged in and has no other purpose.',
        'Your settings, songs, custom tunings and recordings are stored in your browser. They leave it only if you export them. There is no tracking: no analytics, no advertising, no content from other sites. Only the payment page loads the provider’s code while you use it.',
      ],
    },
    {
      id: 'reasons',
      heading: 'Legal basis',
      paragraphs: [
        'Your account, profile, sessions and plan are processed to provide the service you asked for (in the European Union: Article 6(1)(b) GDPR). Logs and limits protect you, others and the service (Article 6(1)(f)). A public profile is based on your consent, which you can withdraw at any time (Article 6(1)(a)).',
        'Data is shared only with those who run servers and send email for the operator, with the payment provider if you pay, and with authorities where the law requires it.',
      ],
    },
    {
      id: 'duration',
      heading: 'How long',
      paragraphs: [
        'For as long as your account exists. When you delete it, your address, name, profile, picture, sessions and connections to other people are deleted immediately; they disappear from backups as those are replaced. What remains are audit log entries without your name, and payment records we are required to keep by law. Links in emails expire after one hour (password) or one day (address).',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      paragraphs: [
        'In your account, under Security, you can download everything stored about you as one file and delete the account permanently. You can correct your profile and address yourself. You can also ask the operator for access, correction, restriction or deletion, object to processing, and complain to a data protection authority.',
      ],
    },
  ],
})
