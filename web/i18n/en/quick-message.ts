import { recordTexts } from './record'

/** Texts of the quick replies screen. */
export const quickMessage = {
  ...recordTexts({ one: 'quick reply', short: 'reply' }),
  title: 'Quick replies',
  searchPlaceholder: 'Search by shortcut or text',
  emptyText: 'Keep the texts and files you send often, and use them by typing / in a conversation.',
  filter: 'Show',
  all: 'All I can see',
  mine: 'Only mine',
  columns: { shortcode: 'Shortcut', message: 'Message', attachment: 'Attachment', user: 'Owner', status: 'Status' },
  noOwner: 'No owner',
  visibility: {
    geral: 'General: everyone uses and edits it',
    visao: 'Everyone uses it',
    own: 'Only its owner uses it',
  },
  readOnly: (owner: string) => `Only ${owner} and administrators can change this reply.`,
  readTitle: 'Quick reply',
  fields: {
    shortcode: 'Shortcut',
    shortcodeHelp: 'In a conversation, type / and the shortcut.',
    shortcodePlaceholder: 'E.g. address',
    message: 'Message',
    variables: 'Variables:',
    attachment: 'Attachment',
    attachmentHelp: 'A file of up to 16 MB, sent with the message.',
    visao: 'Visible to everyone',
    visaoHelp: 'Colleagues can use it, but only you and administrators can change it.',
    geral: 'General',
    geralHelp: 'Colleagues can change it, too.',
    ownerDecides: 'Only its owner and administrators decide who sees it.',
  },
  deleteTitle: (shortcode: string) => `Delete the reply “/${shortcode}”?`,
  deleteText: 'It disappears from the list and from the conversations of everyone who uses it. This cannot be undone.',
}
