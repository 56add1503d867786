import { recordTexts } from './record'

export const fileList = {
  ...recordTexts({ one: 'file list', short: 'list' }),
  title: 'File lists',
  emptyText: 'Keep catalogs, price lists and pictures here for queues and the chatbot to send automatically.',
  columns: { name: 'Name', message: 'Message', files: 'Files' },
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  missing: (count: number) => (count === 1 ? '1 without a file' : `${count} without a file`),
  fields: {
    name: 'Name',
    namePlaceholder: 'E.g. Summer catalog',
    message: 'Message',
    messageHelp: 'Sent before the files. Accepts variables such as {{firstName}}.',
    options: 'Files',
    optionsHelp: 'Sent in this order, each with its caption.',
    addOption: 'Add file',
    file: 'File',
    caption: 'Caption',
    tooLargeFor: (channels: string) => `Not sent through: ${channels}`,
  },
  deleteText: (queues: readonly string[]) =>
    `${queues.length === 0 ? 'No queue sends it.' : `No longer sent by: ${queues.join(', ')}.`} Its files are deleted; files that were sent stay in the conversations. This cannot be undone.`,
}
