import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, useEffect, useRef } from 'react'
import { menuWords } from '../../../src/queue/chatbot/menu-text.contract'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { Paperclip } from '../../ui/icons'
import type { Option } from '../../ui/select/option'
import type { QueueValues } from '../queue-form'
import type { OptionEditor } from './use-option-editor'
import type { OptionTargets } from './option-fields'
import type { OptionValues, Path } from './option-tree'

interface OptionPreviewProps {
  form: FormModel<QueueValues>
  editor: OptionEditor
  targets: OptionTargets
}

export function OptionPreview({ form, editor, targets }: OptionPreviewProps) {
  useSignals()
  const t = useTexts('queue').queue.chatbot
  const { name } = form.values.value
  const parts = previewTalk(form.values.value, editor.path)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight
  }, [parts.length, editor.selected?.key])
  return (
    <section className="chatbot-preview" aria-label={t.preview}>
      <header className="chatbot-phone-head">
        <bdi className="truncate">{name || t.preview}</bdi>
      </header>
      <div className="chatbot-phone column" ref={end}>
        {parts.length === 0 && <p className="chatbot-phone-note note-text">{t.previewEmpty}</p>}
        {parts.map((part, index) => (
          <Bubble key={index} part={part} editor={editor} targets={targets} />
        ))}
      </div>
    </section>
  )
}

function Bubble({ part, editor, targets }: { part: PreviewPart; editor: OptionEditor; targets: OptionTargets }) {
  const t = useTexts('queue').queue.chatbot
  if (part.from === 'note') {
    const names = {
      queue: targets.queues,
      agent: targets.users,
      integration: targets.integrations,
      closed: [],
      waits: [],
    }[part.note]
    return <p className="chatbot-phone-note note-text">{t.ends[part.note](labelOf(names, part.target))}</p>
  }
  return (
    <div className="chatbot-bubble" data-from={part.from}>
      {'menu' in part ? (
        <MenuBubble menu={part.menu} editor={editor} hasMenu={targets.queues.length > 1} />
      ) : 'file' in part ? (
        <span className="inline-row">
          <Paperclip size={14} aria-hidden />
          {labelOf(targets.files, part.file) || t.files}
        </span>
      ) : (
        <Formatted text={part.text} />
      )}
    </div>
  )
}

interface MenuBubbleProps {
  menu: Extract<PreviewPart, { menu: object }>['menu']
  editor: OptionEditor
  /** The queue was chosen from a menu, to which the first level returns. */
  hasMenu: boolean
}

function MenuBubble({ menu, editor, hasMenu }: MenuBubbleProps) {
  const t = useTexts('queue').queue.chatbot
  const words = menuWords[useUser().company.language]
  return (
    <>
      {menu.intro.trim() !== '' && <Formatted text={menu.intro} />}
      <ul className="chatbot-phone-menu">
        {menu.options.map(({ key, name }, index) => (
          <li key={key}>
            <button type="button" className="chatbot-phone-option" onClick={() => editor.select(key)}>
              <strong>[ {index + 1} ]</strong> - {name.trim() || t.unnamed}
            </button>
          </li>
        ))}
      </ul>
      <p>
        {(hasMenu || !menu.isFirst) && (
          <>
            <strong>[ # ]</strong> - {words.back}
            <br />
          </>
        )}
        <strong>[ Sair ]</strong> - {words.leave}
      </p>
    </>
  )
}

function Formatted({ text }: { text: string }) {
  const pieces = text.trim().split(/\*([^*\n]+)\*/)
  return (
    <p dir="auto">
      {pieces.map((piece, index) =>
        index % 2 === 1 ? <strong key={index}>{piece}</strong> : <Fragment key={index}>{piece}</Fragment>,
      )}
    </p>
  )
}

const labelOf = (options: readonly Option<number>[], id: number | null) =>
  options.find(({ value }) => value === id)?.label ?? ''

type PreviewPart =
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

function previewTalk({ greetingMessage, fileListId, chatbots }: PreviewQueue, path: Path): PreviewPart[] {
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
