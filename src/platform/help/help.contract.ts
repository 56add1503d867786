import * as v from 'valibot'
import { textOrNone } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'

const youtubeHosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]

/** YouTube's; anything else is returned. */
export function videoCodeOf(text: string): string {
  const given = text.trim()
  const url = URL.parse(/^https?:/i.test(given) ? given : `https://${given}`)
  if (!given.includes('/') || !url) return given
  if (url.hostname === 'youtu.be') return url.pathname.slice(1)
  if (!youtubeHosts.includes(url.hostname)) return given
  const [, kind = '', id = ''] = url.pathname.split('/')
  return kind === 'watch'
    ? (url.searchParams.get('v') ?? '')
    : ['embed', 'shorts', 'live', 'v'].includes(kind)
      ? id
      : ''
}

const Video = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(2000, 'tooLong'),
  v.transform(videoCodeOf),
  v.regex(/^[\w-]{11}$/, 'video'),
)

/** `video`: YouTube's id or address. */
export const HelpBody = v.object({
  title: nameText(1, 150),
  description: v.optional(textOrNone(2000), ''),
  video: Video,
})

export const HelpForm = v.required(HelpBody)
