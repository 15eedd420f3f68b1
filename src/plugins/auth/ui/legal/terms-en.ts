/** Terms of service in English. */
import type { LegalWriter } from './legal-text.js'

export const termsEnglish: LegalWriter = site => ({
  heading: 'Terms of service',
  lead: `What you and the operator of this site can expect from each other when you use ${site}.`,
  contents: 'On this page',
  sections: [
    {
      id: 'what',
      heading: `What ${site} is`,
      paragraphs: [
        `${site} shows on a guitar neck what your MIDI instruments play, and plays back to them. The fretboard, your profile and paid features require an account. By registering and confirming your address you enter into an agreement with the operator of this site.`,
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'One account per person. Your email address must be your own, and you may not impersonate anyone else. You must be old enough to enter into this agreement where you live, or have your parents’ consent.',
        'Keep your password to yourself. If you think someone else knows it, change it: this ends all other sessions. You are responsible for what is done with your account unless you could not prevent it.',
      ],
    },
    {
      id: 'conduct',
      heading: 'Conduct',
      paragraphs: ['Others make music here, too. Please do not'],
      points: [
        'insult, threaten or harass anyone, or show anything illegal in your name, picture or bio;',
        'try to access other people’s accounts or data, get around limits, or overload the service;',
        'collect profiles, or use what people share here to advertise to them;',
        'use the service to break the law or infringe the rights of others, including copyright.',
      ],
    },
    {
      id: 'content',
      heading: 'Your content',
      paragraphs: [
        'Songs, recordings, tunings and settings are yours. They are stored in your browser, and we claim no rights to them. You are responsible for having the right to use the songs you open.',
        'You allow us to show what you put in a public profile to those who may see it, for as long as it is public. You may use the software here; its names and its code remain with their owners.',
      ],
    },
    {
      id: 'plans',
      heading: 'Plans and payment',
      paragraphs: [
        'Using the neck is free. The plans page shows what a paid plan includes, what it costs and how often it renews before you order. The payment provider charges the price at the start of each period until you cancel. You can cancel at any time, effective at the end of the period, on the page where you manage your plan.',
        'Consumers in the European Union may withdraw from the agreement within 14 days without giving a reason: a message to the operator is enough. If a price or a plan changes, we notify you in advance by email, and you can cancel before the change takes effect.',
      ],
    },
    {
      id: 'service',
      heading: 'What we promise and what we don’t',
      paragraphs: [
        'We run the service with care, but it may be interrupted by maintenance, errors or network problems. Keep copies of recordings and songs that matter to you; browsers can clear their storage. Features may change or end for good reason; prepaid amounts are then refunded proportionally.',
        'MIDI messages are sent to the instruments you choose. Check their volume and settings before you play: we cannot control how an instrument responds to a message.',
      ],
    },
    {
      id: 'liability',
      heading: 'Liability',
      paragraphs: [
        'Liability is unlimited for intent and gross negligence, for injury to life, body or health, and where the law requires it. For slight negligence it is limited to essential contractual obligations and to foreseeable damage. Statutory consumer rights are not affected.',
      ],
    },
    {
      id: 'end',
      heading: 'Termination',
      paragraphs: [
        'You can delete your account at any time in your account under Security; this also ends a paid plan. The operator may suspend an account that breaks these terms, in serious cases immediately, and will give you the reason. The operator may also end the service or an account with one month’s notice; amounts paid beyond that are refunded.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes and governing law',
      paragraphs: [
        'If these terms change to your disadvantage, we email you at least four weeks in advance. If you do not agree, delete your account by then; not responding does not count as agreement. The law of the operator’s country applies; as a consumer you keep the protection of the law where you live.',
      ],
    },
  ],
})
