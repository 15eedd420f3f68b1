/** What is kept of whom, in English. */
import type { LegalWriter } from './legal-text.js'

export const privacyEnglish: LegalWriter = site => ({
  heading: 'Privacy',
  lead: `What ${site} keeps of you, why, for how long, and how you get it or get rid of it.`,
  contents: 'On this page',
  sections: [
    {
      id: 'who',
      heading: 'Who is responsible',
      paragraphs: [
        `The operator of this site runs ${site} and decides about the data described here. You reach the operator at the contact address that the site or your invitation names.`,
        'What you play stays with you: notes from your instruments, songs that you open and sound that you hear are handled in your browser. They are not sent to us.',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'To have an account we keep what you enter, and nothing that we buy or look up elsewhere:',
      ],
      points: [
        'your e-mail address: to log you in, and for mail about the account itself, such as a link to confirm the address, to set a new password, or a notice that somebody logged in from a new place. There is no advertising;',
        'your name: to address you and, if you want that, to show you to others;',
        'your password as a hash (argon2id), from which nobody can read the password, us included;',
        'the language that you use, so that mail speaks it.',
      ],
    },
    {
      id: 'profile',
      heading: 'Your profile and other people',
      paragraphs: [
        'Handle, picture, a few words about yourself, instruments and favourite tuning are kept if you enter them. Others see them only if you make the profile public, and then they see exactly what the preview of your profile shows: never your address.',
        'Whom you follow and whom you block is kept until you undo it. Somebody you block is not told.',
      ],
    },
    {
      id: 'sessions',
      heading: 'Log-ins and safety',
      paragraphs: [
        'For each log-in we keep when it began and was used last, the kind of browser and system (“Firefox on Linux”), and the network without its last part, such as 203.0.113.0/24. You see these sessions in your account and can end each of them. They are deleted after 365 days at the latest.',
        'A log of important actions (log-ins, changed passwords, changed plans, what administrators do) protects accounts against misuse; it names accounts by a number. The technical log of the server has the network address of calls for a short time, to find faults and attacks. To slow down guessing, attempts are counted per network and account for some minutes.',
      ],
    },
    {
      id: 'providers',
      heading: 'Log-in with Google or Microsoft',
      paragraphs: [
        'Where this site offers it and you choose it, that provider tells us a number for your account, your name and an e-mail address that it has verified. We keep the number to know you again. We tell the provider nothing about what you do here; that you log in here, it learns by itself, under its own privacy terms.',
      ],
    },
    {
      id: 'payments',
      heading: 'Payments',
      paragraphs: [
        'If you take a paid plan, you pay at a payment provider (Stripe). Card numbers and bank details go there and never to us. We keep the number of your customer account there, the plan, and when it renews or ends. The provider keeps invoices for as long as tax law asks.',
      ],
    },
    {
      id: 'browser',
      heading: 'In your browser',
      paragraphs: [
        'There is one cookie, named after the site. It holds the tokens of your log-in and lives for 365 days, or until you log out. Without it you could not stay logged in, and it serves nothing else.',
        'Your settings, songs, own tunings and recordings lie in the storage of your browser. They leave it only if you export them. There is no tracking: no analytics, no advertising, no content from other sites. Only the payment page loads the provider’s own code, while you use it.',
      ],
    },
    {
      id: 'reasons',
      heading: 'On what grounds',
      paragraphs: [
        'Account, profile, sessions and plan are processed because they are what you asked us for (in the European Union: Article 6(1)(b) GDPR). Logs and limits protect you, others and the service (Article 6(1)(f)). A public profile rests on your own choice, which you can take back at any time (Article 6(1)(a)).',
        'Data is given to nobody but those who run the servers and send the mail for the operator, the payment provider where you pay, and authorities where the law demands it.',
      ],
    },
    {
      id: 'duration',
      heading: 'How long',
      paragraphs: [
        'As long as your account exists. If you delete it, address, name, profile, picture, sessions and links to other people are gone at once; in backup copies they disappear as these are replaced. What remains is what has no name any more in the log of actions, and what the law makes us keep about payments. Links in mails end after an hour (password) or a day (address).',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      paragraphs: [
        'In your account, under Security, you download everything that is kept about you as one file, and delete the account for good. Profile and address you correct yourself. You may also ask the operator for information, correction, restriction or deletion, object to processing, and complain to a data protection authority.',
      ],
    },
  ],
})
