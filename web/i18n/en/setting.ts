import type { setting as settingPt } from '../pt/setting'

export const setting: typeof settingPt = {
  title: 'Settings',
  tabs: { label: 'Settings sections', options: 'Options', schedules: 'Business hours', whitelabel: 'White label' },
  save: 'Save',
  saveAndTurn: 'Save and apply',
  discard: 'Discard',
  saving: 'Saving',
  saved: 'Saved',
  overtaken: 'Somebody else changed this while you were editing. Current value:',
  variables: 'Variables:',
  openHours: 'Set business hours',
  whitelabel: {
    intro: "The platform's brand and colours, for all companies. They apply as soon as a page is opened or reloaded.",
    name: 'System name',
    nameHelp: 'If empty, Recado.',
    light: 'Primary colour in the light theme',
    dark: 'Primary colour in the dark theme',
    previews: { light: 'Light theme', dark: 'Dark theme' },
    button: 'Primary button',
    link: 'A link on the page',
    badge: 'New',
    lowContrast: (ratio: string) =>
      `The contrast of the colour with the background is ${ratio}:1; below 4.5:1, links and numbers are hard to read.`,
    defaults: 'Back to the default colours',
    signup: 'Open sign-up',
    signupHelp: 'Anybody can create a company at /signup, with one of the public plans.',
    trial: 'Trial days',
    trialHelp: 'After them, the company has to pay.',
    days: 'days',
    saved: 'White label saved',
    images: 'Images',
    logos: { light: 'Logo of the light theme', dark: 'Logo of the dark theme', favicon: 'Favicon' },
    logoHelp: 'PNG, JPG or WebP of up to 5 MB.',
    choose: 'Choose image',
    change: 'Change image',
    remove: 'Remove',
    logoSaved: 'Image saved',
    logoRemoved: 'Image removed',
  },
  hours: {
    help: 'Outside these hours, contacts receive the message below and wait.',
    message: 'Out-of-hours message',
    messageHelp: 'Applies to all queues and connections.',
    notStored: 'These hours are a suggestion. They apply once saved.',
    unsaved: 'Click save to apply the changes',
    discard: 'Discard',
    saved: 'Business hours updated successfully.',
  },
  groups: {
    attendance: { title: 'Service', text: 'How conversations start and end.' },
    rating: { title: 'Rating', text: 'What contacts think of the service.' },
    hours: { title: 'Business hours', text: 'When the company is open.' },
    queues: { title: 'Queues and chatbot', text: 'How contacts reach a queue and an agent.' },
    transfer: { title: 'Transfers', text: 'When a conversation moves to another queue.' },
    calls: { title: 'Calls and audio', text: 'What is accepted besides text.' },
    lgpd: { title: 'LGPD', text: 'Protection of the contacts’ personal data.' },
    notifications: { title: 'Notifications', text: 'What agents are notified of.' },
    platform: { title: 'Platform', text: 'Visible to super users only.' },
  },
  choices: {
    scheduleType: { disabled: 'None', company: 'Company', queue: 'Queue', connection: 'Connection' },
    chatBotType: { text: 'Text', button: 'Buttons', list: 'List' },
  },
  settings: {
    sendGreetingAccepted: {
      label: 'Greeting on acceptance',
      help: 'The contact receives a greeting when an agent accepts the conversation.',
    },
    greetingAcceptedMessage: { label: 'Greeting message', help: 'Sent to groups only if they are treated as tickets.' },
    sendSignMessage: {
      label: 'Agent’s signature',
      help: 'Agents can add their name at the top of their messages.',
    },
    requiredTag: {
      label: 'Require a tag to close',
      help: 'A conversation cannot be closed until the contact has a tag.',
    },
    sendFarewellWaitingTicket: {
      label: 'Farewell to waiting contacts',
      help: 'The farewell is also sent when a conversation that nobody accepted is closed.',
    },
    userRating: {
      label: 'Ask for a rating on closing',
      help: 'Contacts rate from 1 to 5. The question is set on each connection’s Ratings tab. Without one, nothing is asked.',
    },
    scheduleType: {
      label: 'Business hours source',
      help: 'Outside business hours, contacts receive a message and wait. Hours are set once for the company, or separately for each queue or connection.',
    },
    chatBotType: {
      label: 'Menu format',
      help: 'No channel delivers buttons or lists reliably today, so every option sends a numbered text.',
    },
    sendGreetingMessageOneQueues: {
      label: 'Greeting with a single queue',
      help: 'If the connection has a single queue, the contact receives the queue’s greeting or, if empty, the connection’s.',
    },
    sendQueuePosition: {
      label: 'Send queue position',
      help: 'Contacts are told their position when they enter a queue.',
    },
    sendQueuePositionMessage: {
      label: 'Position message',
      help: 'The position is added at the end, for example “Your position in the queue: 3”.',
    },
    userRandom: {
      label: 'Assign a random agent',
      help: 'A conversation that enters a queue is assigned to a random online agent of that queue.',
    },
    DirectTicketsToWallets: {
      label: 'Assign to the wallet',
      help: 'If the contact belongs to an agent’s wallet, the conversation waits for that agent and the queue menu is skipped.',
    },
    sendMsgTransfTicket: {
      label: 'Notify the contact of transfers',
      help: 'The contact receives a message when the conversation moves to another queue.',
    },
    transferMessage: { label: 'Transfer message', help: '{{queue}} is replaced by the new queue.' },
    closeTicketOnTransfer: {
      label: 'New ticket on transfer',
      help: 'When a ticket moves to another queue it is closed without a farewell and a new one is created there.',
    },
    acceptCallWhatsapp: {
      label: 'Accept calls',
      help: 'If off, WhatsApp calls are rejected and the contact receives a message.',
    },
    AcceptCallWhatsappMessage: { label: 'Rejected call message', help: 'Sent for each rejected call.' },
    acceptAudioMessageContact: {
      label: 'Accept audio',
      help: 'If off, audio messages are stored and the contact is asked to write. Can also be turned off per contact.',
    },
    enableLGPD: { label: 'Enable LGPD', help: 'Turns on consent and the protections below.' },
    lgpdMessage: {
      label: 'Consent message',
      help: 'Sent before the conversation starts, with the question “1 - Yes, 2 - No”. If empty, consent is not requested.',
    },
    lgpdLink: { label: 'Privacy policy link', help: 'Sent with the message.' },
    lgpdConsent: { label: 'Ask in every conversation', help: 'If off, each contact is asked once.' },
    lgpdHideNumber: {
      label: 'Hide numbers',
      help: 'Users who are not administrators see only the last two digits.',
    },
    lgpdDeleteMessage: {
      label: 'Hide deleted messages',
      help: 'Messages that contacts delete are hidden from everyone, including those already deleted.',
    },
    showNotificationPending: {
      label: 'Notify of waiting contacts',
      help: 'Agents are notified of waiting messages in their queues, not only of their own conversations.',
    },
    sendNotificationWAUser: {
      label: 'Notify agents on WhatsApp',
      help: 'In queues where it is enabled, agents get a WhatsApp message for each new conversation.',
    },
    userCreation: { label: 'Allow creating users', help: 'If off, nobody in this company can create users.' },
  },
}
