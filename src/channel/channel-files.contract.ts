import { type ChannelName, channelRules, inlineFileOf } from './channel-rules.contract'

/**
 * How a channel takes a file. `picture`: made a smaller JPEG before it is sent. `refused`: the provider takes no such file.
 */
export interface FileRule {
  way: 'inline' | 'picture' | 'document' | 'refused'
  /** The type that the provider is told. */
  type: string
  bytesMax: number
}

interface NamedFile {
  name: string
  type: string
}

const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
/** Pictures are decoded in memory. Photos of phones are smaller. */
const pictureBytesMax = 25 * 1024 * 1024

const office = 'application/vnd.openxmlformats-officedocument'
/** What Meta takes as a document, by the ending of its name. */
const documentTypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${office}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${office}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${office}.presentationml.presentation`,
}
/** Texts of other types, which are sent as plain ones under their own names. */
const textTypes = ['text/csv', 'text/xml', 'text/markdown', 'text/vcard', 'application/json', 'application/xml']
const textEndings = ['csv', 'json', 'xml', 'md', 'log', 'vcf']

/** Browsers on computers without Office do not know the types of its files, so their names count too. */
export function fileRuleOf(channel: ChannelName, { name, type: given }: NamedFile, size = 0): FileRule {
  const { fileBytesMax, knownFilesOnly } = channelRules[channel]
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const inline = inlineFileOf(channel, type)
  const isPicture = knownFilesOnly && pictureTypes.includes(type)
  if (inline && !(isPicture && size > inline.bytesMax)) {
    return { way: 'inline', type, bytesMax: isPicture ? pictureBytesMax : inline.bytesMax }
  }
  if (!knownFilesOnly) return { way: 'document', type, bytesMax: fileBytesMax }
  if (isPicture) return { way: 'picture', type: 'image/jpeg', bytesMax: pictureBytesMax }
  const known = documentTypeOf(type, name)
  return { way: known ? 'document' : 'refused', type: known ?? type, bytesMax: fileBytesMax }
}

function documentTypeOf(type: string, name: string) {
  if (Object.values(documentTypes).includes(type)) return type
  if (textTypes.includes(type)) return 'text/plain'
  if (type !== '' && type !== 'application/octet-stream' && type !== 'application/zip') return undefined
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return textEndings.includes(ending) ? 'text/plain' : documentTypes[ending]
}
