import { recordTexts } from './record'

/** As in `pt`. */
export const phrase = {
  ...recordTexts({ one: 'phrase campaign', short: 'campaign' }),
  title: 'Campaigns',
  titleSuffix: 'by phrase',
  add: 'Campaign',
  emptyText:
    'When a contact writes exactly this phrase, the chosen flow starts: “I want the offer”, “send my invoice”.',
  emptyTextToRead: 'Phrases appear here once an admin creates them.',
  searchPlaceholder: 'Search phrases',
  columns: {
    name: 'Name',
    phrase: 'Phrase',
    flow: 'Flow',
    connection: 'Connection',
    status: 'Status',
  },
  allConnections: 'All connections',
  active: 'Active',
  inactive: 'Inactive',
  activeOf: (name: string) => `Campaign ${name} active`,
  morePhrases: (count: number) => `+${count}`,
  noFlow: 'Flow deleted',
  inactiveFlow: 'Inactive',
  inactiveFlowHelp: 'The flow is inactive and does not start.',
  created: 'Phrase created successfully!',
  saved: 'Phrase saved successfully!',
  fields: {
    name: 'Name',
    namePlaceholder: 'E.g. Summer offer',
    phrase: 'Phrase',
    phrasePlaceholder: 'I want the offer',
    phraseHelp:
      'The whole message must match; case and accents do not matter. For several phrases, write one per line.',
    flow: 'Flow',
    connection: 'Connection',
    status: 'Active',
  },
  deleteText: 'Its phrases no longer start the flow.',
  deleteAction: 'Delete',
  deleted: 'Phrase deleted',
  test: {
    title: 'Try a message',
    placeholder: 'Write as the contact would',
    hint: 'Write a message to see which flow it would start.',
    connection: 'Connection',
    anyConnection: 'Any connection',
    starts: (flow: string, campaign: string) => `Starts the flow “${flow}” through the campaign “${campaign}”.`,
    inactive: (campaign: string) => `The campaign “${campaign}” matches, but its flow is inactive.`,
    nothing: 'No phrase matches, so no flow starts.',
  },
}
