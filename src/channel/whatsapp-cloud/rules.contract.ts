import { type ChannelRules, megabyte } from '../rules.contract'

const office = 'application/vnd.openxmlformats-officedocument'
const documentTypes = {
  txt: 'text/plain',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${office}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${office}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${office}.presentationml.presentation`,
}
const textTypes = ['text/csv', 'text/xml', 'text/markdown', 'text/vcard', 'application/json', 'application/xml']
const textEndings = ['csv', 'json', 'xml', 'md', 'log', 'vcf']

export const cloudRules: ChannelRules = {
  label: 'WhatsApp API',
  icon: 'speechBubbleDots',
  planFlag: 'useWhatsapp',
  entrance: 'webhook',
  connectedBy: 'account',
  addressKinds: ['phone', 'bsuid'],
  phoneNumbers: true,
  numberLookup: false,
  deduplicates: false,
  campaignGapMs: 12.5,
  sendsMax: 40,
  edit: false,
  delete: false,
  react: true,
  contactCard: true,
  voiceNote: true,
  groups: false,
  replyWindowHours: 24,
  windowOverCode: '131047',
  fileBytesMax: 100 * megabyte,
  inlineFiles: [
    { kind: 'image', types: ['image/jpeg', 'image/png'], bytesMax: 5 * megabyte },
    { kind: 'video', types: ['video/mp4', 'video/3gpp'], bytesMax: 16 * megabyte },
    {
      kind: 'audio',
      types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg', 'audio/x-m4a'],
      bytesMax: 16 * megabyte,
    },
  ],
  documents: { types: documentTypes, textTypes, textEndings },
  textMax: 4096,
  captionMax: 1024,
  menus: { buttonsMax: 3, buttonTitleMax: 20, rowsMax: 10, rowTitleMax: 24, rowTextMax: 72 },
  templates: true,
  voiceFileExtension: 'ogg',
}
