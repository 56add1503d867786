import { pageRules } from '../meta/page/page-rules.contract'
import { type ChannelRules, megabyte } from '../rules.contract'

export const instagramRules: ChannelRules = {
  ...pageRules,
  label: 'Instagram',
  icon: 'camera',
  planFlag: 'useInstagram',
  inlineFiles: [
    { kind: 'image', types: ['image/jpeg', 'image/png', 'image/gif'], bytesMax: 8 * megabyte },
    { kind: 'video', types: ['video/mp4', 'video/quicktime', 'video/webm', 'video/ogg'], bytesMax: 25 * megabyte },
    { kind: 'audio', types: ['audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/wav'], bytesMax: 25 * megabyte },
  ],
  documents: { types: { pdf: 'application/pdf' }, textTypes: [], textEndings: [] },
  textMax: 1000,
  textCountsBytes: true,
}
