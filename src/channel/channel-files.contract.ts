import { type ChannelName, channelRules, inlineFileOf } from './channel-rules.contract'
import type { ChannelRules } from './rules.contract'

/** `picture`: made a smaller JPEG. `refused`: the provider takes no such file. */
export interface FileRule {
  way: 'inline' | 'picture' | 'document' | 'refused'
  type: string
  bytesMax: number
}

type Documents = NonNullable<ChannelRules['documents']>

interface NamedFile {
  name: string
  type: string
}

const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const pictureBytesMax = 25 * 1024 * 1024

/** Browsers without Office do not know the types of its files, so names count too. */
export function fileRuleOf(channel: ChannelName, { name, type: given }: NamedFile, size = 0): FileRule {
  const { fileBytesMax, documents } = channelRules[channel]
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const inline = inlineFileOf(channel, type)
  const isPicture = documents && pictureTypes.includes(type)
  if (inline && !(isPicture && size > inline.bytesMax)) {
    return { way: 'inline', type, bytesMax: isPicture ? pictureBytesMax : inline.bytesMax }
  }
  if (!documents) return { way: 'document', type, bytesMax: fileBytesMax }
  if (isPicture) return { way: 'picture', type: 'image/jpeg', bytesMax: pictureBytesMax }
  const known = documentTypeOf(documents, type, name)
  return { way: known ? 'document' : 'refused', type: known ?? type, bytesMax: fileBytesMax }
}

function documentTypeOf({ types, textTypes, textEndings }: Documents, type: string, name: string) {
  if (Object.values(types).includes(type)) return type
  if (textTypes.includes(type)) return 'text/plain'
  if (type !== '' && type !== 'application/octet-stream' && type !== 'application/zip') return undefined
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return textEndings.includes(ending) ? 'text/plain' : types[ending]
}
