import type { OptionValues, Path } from './option-tree'

/** One bubble of the preview: a message of the product or the contact, or an event of the ticket. */
export type PreviewPart =
  | { from: 'us'; text: string }
  | { from: 'us'; file: number }
  | { from: 'us'; menu: { intro: string; options: readonly OptionValues[]; isFirst: boolean } }
  | { from: 'contact'; text: string }
  | { from: 'note'; note: 'queue' | 'agent' | 'integration' | 'closed' | 'waits'; target: number | null }

interface PreviewQueue {
  greetingMessage: string
  fileListId: number | null
  chatbots: readonly OptionValues[]
}

/** Returns the conversation that leads a contact to the option. */
export function previewTalk({ greetingMessage, fileListId, chatbots }: PreviewQueue, path: Path): PreviewPart[] {
  const greets = fileListId === null && chatbots.length > 1
  const parts: PreviewPart[] = [
    ...(greets ? [] : say(greetingMessage)),
    ...(fileListId === null ? [] : [{ from: 'us', file: fileListId } as const]),
  ]
  followLevel(parts, { options: chatbots, intro: greets ? greetingMessage : '', isFirst: true }, path)
  return parts
}

interface Level {
  options: readonly OptionValues[]
  intro: string
  isFirst: boolean
}

function followLevel(parts: PreviewPart[], { options, intro, isFirst }: Level, path: Path) {
  const [only] = options
  if (!only) return
  if (options.length === 1) parts.push(...say(intro))
  else parts.push({ from: 'us', menu: { intro, options, isFirst } })
  const index = options.length === 1 ? 0 : path[0]
  const chosen = index === undefined ? undefined : options[index]
  if (!chosen || index === undefined) return
  if (options.length > 1) parts.push({ from: 'contact', text: String(index + 1) })
  followOption(parts, chosen, path.slice(1))
}

function followOption(parts: PreviewPart[], option: OptionValues, rest: Path) {
  const { greetingMessage, queueType, options } = option
  const introduces = queueType === 'text' && options.length > 1
  if (!introduces) parts.push(...say(greetingMessage))
  if (queueType === 'file' && option.optFileId !== null) parts.push({ from: 'us', file: option.optFileId })
  if (options.length > 0) {
    followLevel(parts, { options, intro: introduces ? greetingMessage : '', isFirst: false }, rest)
    return
  }
  parts.push({ from: 'note', ...endOf(option) })
}

function endOf({ queueType, closeTicket, optQueueId, optUserId, optIntegrationId }: OptionValues) {
  switch (queueType) {
    case 'attendent':
      return { note: 'agent' as const, target: optUserId }
    case 'queue':
      return { note: 'queue' as const, target: optQueueId }
    case 'integration':
      return { note: 'integration' as const, target: optIntegrationId }
    default:
      return { note: closeTicket ? ('closed' as const) : ('waits' as const), target: null }
  }
}

const say = (text: string): PreviewPart[] => (text.trim() === '' ? [] : [{ from: 'us', text }])
