import type { setting as settingPt } from '../pt/setting'

export const setting: typeof settingPt = {
  title: 'Settings',
  tabs: { label: 'Parts of the settings', options: 'Options', schedules: 'Hours' },
  save: 'Save',
  saveAndTurn: 'Save and apply',
  discard: 'Discard',
  saving: 'Saving',
  saved: 'Saved',
  overtaken: 'Somebody else changed this while you were writing. Saved now:',
  variables: 'Variables:',
  openHours: 'Set the hours',
  hours: {
    help: 'Outside these hours the contact gets the message below and waits.',
    message: 'Out-of-hours message',
    messageHelp: 'Holds for all queues and connections.',
    notStored: 'These hours are a suggestion: they only hold once they are saved.',
    unsaved: 'Click save to record the changes',
    discard: 'Discard',
    saved: 'Hours updated successfully.',
  },
  groups: {
    attendance: { title: 'Service', text: 'How a conversation begins and ends.' },
    rating: { title: 'Rating', text: 'What the contact thought of the service.' },
    hours: { title: 'Working hours', text: 'When the company is open.' },
    queues: { title: 'Queues and chatbot', text: 'How whoever writes comes to a queue and an agent.' },
    transfer: { title: 'Transfer', text: 'When a conversation changes its queue.' },
    calls: { title: 'Calls and audio', text: 'What is taken besides text.' },
    lgpd: { title: 'LGPD', text: 'Protection of the contacts’ personal data.' },
    notifications: { title: 'Notifications', text: 'What agents are told of.' },
    platform: { title: 'Platform', text: 'Seen by the super user only.' },
  },
  choices: {
    scheduleType: { disabled: 'No hours', company: 'Company', queue: 'Queue', connection: 'Connection' },
    chatBotType: { text: 'Text', button: 'Buttons', list: 'List' },
  },
  settings: {
    sendGreetingAccepted: {
      label: 'Greeting on accepting',
      help: 'The contact gets a greeting when an agent accepts the conversation.',
    },
    greetingAcceptedMessage: { label: 'Greeting message', help: 'In groups only where they are treated as tickets.' },
    sendSignMessage: {
      label: 'Agent’s signature',
      help: 'Agents may put their name at the head of the messages they send.',
    },
    requiredTag: {
      label: 'Require a tag to close',
      help: 'Without a tag on the contact the agent cannot close the conversation.',
    },
    sendFarewellWaitingTicket: {
      label: 'Farewell to whoever still waits',
      help: 'The farewell is also sent when a conversation is closed that nobody accepted.',
    },
    userRating: {
      label: 'Ask for a rating on closing',
      help: 'The contact gives 1 to 5. Each connection has its question, on its tab Assessments; without it nothing is asked.',
    },
    scheduleType: {
      label: 'Whose hours hold',
      help: 'Outside them the contact is told so and waits. The company has one set of hours; queues and connections each their own.',
    },
    chatBotType: {
      label: 'Form of the menu',
      help: 'No channel sends buttons or lists reliably today: with every option the menu goes as a numbered text.',
    },
    sendGreetingMessageOneQueues: {
      label: 'Greeting with a single queue',
      help: 'Where the connection has one queue, the contact gets its greeting or, without one, the connection’s.',
    },
    sendQueuePosition: {
      label: 'Tell the place in the queue',
      help: 'On entering a queue the contact is told their place in it.',
    },
    sendQueuePositionMessage: {
      label: 'Message with the place',
      help: 'The place is added at the end, such as “Your place in the queue: 3”.',
    },
    userRandom: {
      label: 'Draw an agent',
      help: 'A conversation that enters a queue is set aside for an agent who is online there, by chance.',
    },
    DirectTicketsToWallets: {
      label: 'Direct to the wallet',
      help: 'If the contact has an owner, the conversation waits for them, without the menu of queues.',
    },
    sendMsgTransfTicket: {
      label: 'Tell the contact of the transfer',
      help: 'The contact gets a message when the conversation changes its queue.',
    },
    transferMessage: { label: 'Transfer message', help: '{{queue}} is the new queue.' },
    closeTicketOnTransfer: {
      label: 'New conversation on transfer',
      help: 'On a change of queue the conversation is closed without farewell and another begins in the new queue.',
    },
    acceptCallWhatsapp: {
      label: 'Take calls',
      help: 'Off, WhatsApp calls are refused and the contact gets a message.',
    },
    AcceptCallWhatsappMessage: { label: 'Message on refusing the call', help: 'Sent for each refused call.' },
    acceptAudioMessageContact: {
      label: 'Take audio',
      help: 'Off, the audio is kept and the contact is asked to write. Can also be turned off for a contact.',
    },
    enableLGPD: { label: 'Enable LGPD', help: 'Turns on the consent and the protections shown below.' },
    lgpdMessage: {
      label: 'Consent message',
      help: 'Sent before the service, with the question “1 - Yes, 2 - No”. Empty, no consent is asked for.',
    },
    lgpdLink: { label: 'Link to the privacy policy', help: 'Sent along with the message.' },
    lgpdConsent: { label: 'Ask on each conversation', help: 'Off, each contact is asked once.' },
    lgpdHideNumber: {
      label: 'Hide numbers',
      help: 'Users who are no administrators see the last two digits only.',
    },
    lgpdDeleteMessage: {
      label: 'Hide deleted messages',
      help: 'What the contact deletes is shown to nobody, what was deleted before included.',
    },
    showNotificationPending: {
      label: 'Notify of those who wait',
      help: 'Everybody is notified of messages that wait in their queues, not only of their conversations.',
    },
    sendNotificationWAUser: {
      label: 'Tell the agents’ WhatsApp',
      help: 'New conversations are told to the phones of the queue’s agents, in queues where that is switched on.',
    },
    userCreation: { label: 'Allow creating users', help: 'Off, nobody of this company creates users.' },
  },
}
