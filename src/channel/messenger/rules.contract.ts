import { pageRules } from '../meta/page/page-rules.contract'
import { type ChannelRules, megabyte } from '../rules.contract'

export const messengerRules: ChannelRules = {
  ...pageRules,
  label: 'Facebook',
  icon: 'speechBubbles',
  planFlag: 'useFacebook',
  inlineFiles: [
    { kind: 'image', types: ['image/jpeg', 'image/png', 'image/gif'], bytesMax: 25 * megabyte },
    { kind: 'video', types: ['video/mp4', 'video/quicktime', 'video/webm'], bytesMax: 25 * megabyte },
    {
      kind: 'audio',
      types: ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/wav'],
      bytesMax: 25 * megabyte,
    },
  ],
  textMax: 2000,
}
