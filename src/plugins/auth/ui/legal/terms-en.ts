/** On what terms the product is used, in English. */
import type { LegalWriter } from './legal-text.js'

export const termsEnglish: LegalWriter = site => ({
  heading: 'Terms',
  lead: `What you and the operator of this site can expect of each other when you use ${site}.`,
  contents: 'On this page',
  sections: [
    {
      id: 'what',
      heading: `What ${site} is`,
      paragraphs: [
        `${site} shows on a guitar neck what your MIDI instruments play, and plays back to them. The fretboard, your profile and paid features need an account. The contract about it is made between you and the operator of this site when you register and confirm your address.`,
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'One person, one account. Your address must be your own, and what you tell about yourself must not pretend to be somebody else. You must be old enough to make such a contract where you live, or have your parents agree.',
        'Keep your password to yourself. If you think that somebody else knows it, change it: that ends every other session. What is done with your account counts as done by you, unless you could not prevent it.',
      ],
    },
    {
      id: 'conduct',
      heading: 'How to behave',
      paragraphs: ['Others make music here, too. Please do not'],
      points: [
        'insult, threaten or harass anybody, or show in name, picture or text what is against the law;',
        'try to reach accounts or data of others, get around limits, or load the service so that others suffer;',
        'collect profiles, or use what people show here to advertise to them;',
        'use the service to break the law or the rights of others, copyright included.',
      ],
    },
    {
      id: 'content',
      heading: 'What is yours',
      paragraphs: [
        'Songs, recordings, tunings and settings are yours. They lie in your browser, and we claim nothing of them. You are responsible for having the right to use the songs that you open.',
        'For what you put into a public profile, you allow us to show it to those who may see it, for as long as it is public. Of the software you get the right to use it here; its names and its code remain with their owners.',
      ],
    },
    {
      id: 'plans',
      heading: 'Plans and payment',
      paragraphs: [
        'Using the neck is free. What a paid plan opens, what it costs and how often it renews stands on the page of plans before you order. The price is charged by the payment provider at the beginning of each period, until you cancel. You cancel at any time, for the end of the period, where you manage your plan.',
        'Consumers in the European Union may withdraw from the contract within 14 days without giving reasons: a message to the operator is enough. If a price or a plan changes, you are told in time by mail, and may cancel before it counts.',
      ],
    },
    {
      id: 'service',
      heading: 'What we promise, and what not',
      paragraphs: [
        'We run the service with care, but not without interruption: maintenance, faults and the network can keep you from it. Keep copies of recordings and songs that matter to you; a browser may empty its storage. Features may change or end where there is a good reason; what you have paid for is then refunded in proportion.',
        'MIDI messages reach the instruments that you choose. Check their loudness and settings before you play: what an instrument does with a message is beyond our reach.',
      ],
    },
    {
      id: 'liability',
      heading: 'Liability',
      paragraphs: [
        'For intent and gross negligence, for injury to life, body or health, and where the law demands it, liability is unlimited. For slight negligence it covers only duties that make the contract possible in the first place, and only damage that was to be expected. Rights that the law gives to consumers remain untouched.',
      ],
    },
    {
      id: 'end',
      heading: 'How it ends',
      paragraphs: [
        'You delete your account whenever you like, in your account under Security; a paid plan ends with it. The operator may suspend an account that breaks these terms, in serious cases at once, and tells you why. The operator may also end the service or an account with a month’s notice; what was paid beyond that is refunded.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes and law',
      paragraphs: [
        'If these terms change to your disadvantage, you get a mail at least four weeks before. If you do not agree, delete the account until then; nobody reads your silence as more than that you know. The law of the country in which the operator resides applies; as a consumer you keep the protection of the law where you live.',
      ],
    },
  ],
})
