import { recordTexts } from './record'

export const macro = {
  ...recordTexts({ one: 'macro' }),
  title: 'Macros',
  nothingFound: 'No macro found',
  emptyText:
    'Combine steps you repeat all the time, such as reply, tag and resolve, and run them at once in a conversation.',
  columns: {
    name: 'Name',
    steps: 'Steps',
    user: 'Owner',
    shared: 'Visible',
  },
  noOwner: 'No owner',
  everyone: 'Everyone can use it',
  mine: 'Only I can use it',
  fields: {
    name: 'Name',
    namePlaceholder: 'E.g. Payment confirmed',
    steps: 'Steps',
    stepsHelp: 'They run in this order, all or none. Transfer, assign, start a flow and resolve can only come last.',
    text: 'Text',
    variables: 'Variables:',
    tags: 'Tags',
    queue: 'Queue',
    priority: 'Priority',
    user: 'Agent',
    flow: 'Flow',
    inactiveFlow: 'Inactive',
    url: 'Address',
    farewell: 'Send the farewell message',
    shared: 'Visible to everyone',
    sharedHelp: 'Colleagues can use it, but only you and admins can change it.',
  },
  deleteText: 'It disappears from the list and from conversations of everyone who uses it. This cannot be undone.',
}
