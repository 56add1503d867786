import { useSignals } from '@preact/signals-react/runtime'
import { Paperclip, Pencil, X } from '../../ui/icons'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { chatFileBytesMax, chatFilesMax, chatTextMax } from '../../../src/internal-chat/internal-chat.contract'
import { useErrorText, useFormat, useTexts } from '../../i18n/i18n'
import { DropZone, SendButton, isTooLong, TextLimit, onFilesChosen } from '../../message/composer/composer-controls'
import { GrowingText, isTouch } from '../../message/composer/growing-text'
import { EmojiPopover } from '../../message/emoji/emoji-popover'
import { voiceFile } from '../../message/composer/voice-file'
import type { Recorded } from '../../message/composer/voice-recorder'
import { IconButton } from '../../ui/button/button'
import { lazyPart } from '../../ui/layout/lazy-part'
import { useUi } from '../../ui/context/ui-context'
import { useChat } from '../chat-context'
import { focusOpenChat } from '../use-chat-keys'
import { AttachedFile } from '../../message/bubble/file-card'
import { useObjectUrl } from '../../ui/text/object-url'

const VoiceBar = lazyPart(() => import('../../message/composer/voice-bar').then((code) => code.VoiceBar))

export function ChatComposer() {
  const { model } = useChat()
  const [files, setFiles] = useState<readonly File[]>([])
  const [recording, setRecording] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const addFiles = useAddFiles(files, setFiles)
  const sendVoice = useSendVoice()
  const errorText = useErrorText()
  const { toast } = useUi()

  const saveEdit = () => model.editing.save().catch((cause: unknown) => toast.error(errorText(cause)))

  function send() {
    if (isTooLong(model.text.peek(), chatTextMax)) return
    if (model.editing.message.peek()) return void saveEdit()
    const body = model.text.peek().trim()
    if (body === '' && files.length === 0) return
    if (files.length === 0) model.outbox.send({ text: body })
    for (const [index, file] of files.entries()) model.outbox.send({ text: index === 0 ? body : '', file })
    model.text.value = ''
    setFiles([])
    text.current?.focus()
  }

  return (
    <DropZone onFiles={addFiles}>
      <footer className="composer">
        {files.length > 0 && (
          <ChatAttachments files={files} onRemove={(removed) => setFiles(files.filter((file) => file !== removed))} />
        )}
        <EditBar />
        <ChatLimit />
        {recording ? (
          <VoiceBar onSend={sendVoice} onClose={() => setRecording(false)} />
        ) : (
          <div className="composer-row">
            <ChatText text={text} onFiles={addFiles} onSend={send} />
            <Tools text={text} onFiles={addFiles} />
            <ChatSend hasFiles={files.length > 0} onSend={send} onRecord={() => setRecording(true)} />
          </div>
        )}
      </footer>
    </DropZone>
  )
}

/** A separate component, because it renders for every letter. */
function ChatLimit() {
  useSignals()
  const { model } = useChat()
  return <TextLimit text={model.text.value} max={chatTextMax} />
}

function EditBar() {
  useSignals()
  const { editing } = useChat().model
  const t = useTexts().message.composer
  const message = editing.message.value
  if (!message) return null
  return (
    <div className="composer-bar row">
      <Pencil size={16} aria-hidden />
      <div className="quoted" role="status" aria-label={t.editing}>
        <span className="quoted-author">{t.editing}</span>
        <span className="quoted-body row truncate">{message.message || message.mediaName}</span>
      </div>
      <IconButton icon={X} label={t.cancelEdit} size="s" onClick={editing.cancel} />
    </div>
  )
}

function useAddFiles(files: readonly File[], change: (files: readonly File[]) => void) {
  const t = useTexts().message.composer
  const format = useFormat()
  const { toast } = useUi()
  return (added: readonly File[]) => {
    const good = added.filter((file) => {
      if (file.size === 0) toast.warning(t.emptyFile(file.name))
      else if (file.size > chatFileBytesMax) toast.warning(t.tooLarge(file.name, format.fileSize(chatFileBytesMax)))
      else return true
      return false
    })
    const all = [...files, ...good]
    if (all.length > chatFilesMax) toast.warning(t.tooMany(chatFilesMax))
    change(all.slice(0, chatFilesMax))
  }
}

function useSendVoice() {
  const { model } = useChat()
  const texts = useTexts()
  const errorText = useErrorText()
  const { toast } = useUi()
  return async ({ blob }: Recorded) => {
    try {
      model.outbox.send({ text: '', file: await voiceFile(blob, 'mp3', Date.now()) })
    } catch (cause) {
      reportError(cause)
      toast.error(errorText(texts.message.recording.failed))
    }
  }
}

interface ToolsProps {
  text: RefObject<HTMLTextAreaElement | null>
  onFiles: (files: readonly File[]) => void
}

function Tools({ text, onFiles }: ToolsProps) {
  const { model } = useChat()
  const t = useTexts().message.composer
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="composer-tools row gap-0">
      <IconButton icon={Paperclip} label={t.attach} onClick={() => picker.current?.click()} />
      <input ref={picker} type="file" multiple hidden onChange={onFilesChosen(onFiles)} />
      <EmojiPopover text={text} onText={(value) => (model.text.value = value)} />
    </div>
  )
}

function ChatText({ text, onFiles, onSend }: ToolsProps & { onSend: () => void }) {
  useSignals()
  const { model } = useChat()
  const t = useTexts().message.composer
  const edited = model.editing.message.value?.id
  useEffect(() => {
    if (!isTouch() || edited !== undefined) text.current?.focus({ preventScroll: true })
  }, [text, edited])

  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (edited === undefined) focusOpenChat()
    else model.editing.cancel()
  }

  return (
    <GrowingText
      ref={text}
      value={model.text.value}
      onValueChange={(value) => (model.text.value = value)}
      label={t.label}
      placeholder={t.placeholder}
      onFiles={onFiles}
      onSend={onSend}
      onKeyDown={leave}
    />
  )
}

function ChatSend({ hasFiles, ...props }: { hasFiles: boolean; onSend: () => void; onRecord: () => void }) {
  useSignals()
  const { model } = useChat()
  const empty = !hasFiles && model.text.value.trim() === ''
  return <SendButton empty={empty} editing={model.editing.message.value !== undefined} {...props} />
}

function ChatAttachments({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const t = useTexts().message.composer
  return (
    <ul className="attachment-list" aria-label={t.attachments}>
      {files.map((file, index) => (
        <Attachment key={`${index} ${file.name}`} file={file} onRemove={() => onRemove(file)} />
      ))}
    </ul>
  )
}

function Attachment({ file, onRemove }: { file: File; onRemove: () => void }) {
  const previewUrl = useObjectUrl(file.type.startsWith('image/') ? file : undefined)
  return <AttachedFile file={file} previewUrl={previewUrl} onRemove={onRemove} />
}
