import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, useEffect, useRef } from 'react'
import { menuWords } from '../../../src/queue/chatbot/menu-text.contract'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { Paperclip } from '../../ui/icons'
import type { Option } from '../../ui/select/option'
import type { QueueValues } from '../queue-form'
import { type PreviewPart, previewTalk } from './preview-talk'
import type { OptionEditor } from './use-option-editor'
import type { OptionTargets } from './use-option-targets'

interface OptionPreviewProps {
  form: FormModel<QueueValues>
  editor: OptionEditor
  targets: OptionTargets
}

/** Previews on a phone the conversation up to the selected option. Choosing a number opens its option. */
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
      <div className="chatbot-phone" ref={end}>
        {parts.length === 0 && <p className="chatbot-phone-note">{t.previewEmpty}</p>}
        {parts.map((part, index) => (
          <Bubble key={index} part={part} editor={editor} targets={targets} />
        ))}
      </div>
    </section>
  )
}

interface BubbleProps {
  part: PreviewPart
  editor: OptionEditor
  targets: OptionTargets
}

function Bubble({ part, editor, targets }: BubbleProps) {
  const t = useTexts('queue').queue.chatbot
  if (part.from === 'note') {
    const names = {
      queue: targets.queues,
      agent: targets.users,
      integration: targets.integrations,
      closed: [],
      waits: [],
    }[part.note]
    return <p className="chatbot-phone-note">{t.ends[part.note](labelOf(names, part.target))}</p>
  }
  return (
    <div className="chatbot-bubble" data-from={part.from}>
      {'menu' in part ? (
        <MenuBubble menu={part.menu} editor={editor} hasMenu={targets.queues.length > 1} />
      ) : 'file' in part ? (
        <span className="chatbot-phone-file">
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

/** Words between asterisks in bold, as on a phone. */
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
