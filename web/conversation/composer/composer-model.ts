import { batch, effect, signal, type Signal } from '@preact/signals-react'
import type { DraftStorage } from '../../message/composer/draft-storage'
import type { Draft } from '../../message/outbox'
import { quoteOf, type ShownMessage } from '../../message/shown-message'

/** A file that is about to be sent. */
export interface Attachment {
  id: number
  file: File
  previewUrl: string | null
  caption: Signal<string>
}

/** What is being written on one ticket. */
export interface ComposerModel {
  readonly text: Signal<string>
  readonly isPrivate: Signal<boolean>
  readonly replyTo: Signal<ShownMessage | undefined>
  readonly editing: Signal<ShownMessage | undefined>
  readonly attachments: Signal<readonly Attachment[]>
  /** Counts up whenever the text is to take the focus. */
  readonly focusWanted: Signal<number>
  reply(message: ShownMessage): void
  edit(message: ShownMessage): void
  cancel(): void
  addFiles(files: readonly File[]): void
  removeFile(id: number): void
  /** The text of a message that was refused stands before what was written since. */
  takeBack(draft: Pick<Draft, 'body' | 'isPrivate'>): void
  /** Everything that is to be sent, in order; leaves the composer empty. */
  take(sign: boolean): Draft[]
  /** Of a recording or a contact card: takes the reply along, leaves the text. */
  takeExtra(part: Pick<Draft, 'file' | 'contact'>, sign: boolean): Draft
  /**
   * Takes up the draft that was kept and keeps it from now on; returns what keeps it a last time and ends that. Not done
   * before the page is taken over: the server knows of no draft.
   */
  start(): () => void
}

/** How long the pen rests before the draft is kept. */
const keepDelayMs = 300

export function createComposer(ticketId: number, drafts: DraftStorage): ComposerModel {
  const text = signal('')
  const isPrivate = signal(false)
  const replyTo = signal<ShownMessage | undefined>(undefined)
  const editing = signal<ShownMessage | undefined>(undefined)
  const attachments = signal<readonly Attachment[]>([])
  const focusWanted = signal(0)
  let beforeEdit = ''
  let lastId = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    drafts.write(ticketId, { text: editing.peek() ? beforeEdit : text.peek(), isPrivate: isPrivate.peek() })
  }
  function clearFiles() {
    for (const { previewUrl } of attachments.peek()) if (previewUrl) URL.revokeObjectURL(previewUrl)
    attachments.value = []
  }

  const quoted = () => {
    const message = replyTo.peek()
    return message ? quoteOf(message) : null
  }

  return {
    text,
    isPrivate,
    replyTo,
    editing,
    attachments,
    focusWanted,
    reply: (message) =>
      batch(() => {
        if (editing.peek()) text.value = beforeEdit
        editing.value = undefined
        replyTo.value = message
        focusWanted.value += 1
      }),
    edit: (message) =>
      batch(() => {
        if (!editing.peek()) beforeEdit = text.peek()
        replyTo.value = undefined
        editing.value = message
        text.value = message.body
        focusWanted.value += 1
      }),
    cancel: () =>
      batch(() => {
        if (editing.peek()) text.value = beforeEdit
        editing.value = undefined
        replyTo.value = undefined
        focusWanted.value += 1
      }),
    addFiles(files) {
      const added = files.map((file) => ({ id: ++lastId, file, previewUrl: previewOf(file), caption: signal('') }))
      batch(() => {
        attachments.value = [...attachments.peek(), ...added]
        focusWanted.value += 1
      })
    },
    removeFile(id) {
      const removed = attachments.peek().find((attachment) => attachment.id === id)
      if (removed?.previewUrl) URL.revokeObjectURL(removed.previewUrl)
      attachments.value = attachments.peek().filter((attachment) => attachment.id !== id)
    },
    takeBack(draft) {
      batch(() => {
        text.value = [draft.body, text.peek()].filter((part) => part !== '').join('\n')
        isPrivate.value = draft.isPrivate
        focusWanted.value += 1
      })
    },
    take(sign) {
      const body = text.peek().trim()
      const shared = { isPrivate: isPrivate.peek(), sign }
      const files = attachments.peek()
      const drafts: Draft[] = files.map(({ file, caption }, index) => ({
        ...shared,
        // What stands in the text is the caption of the first file that has none of its own.
        body: caption.peek().trim() || (index === 0 ? body : ''),
        quoted: index === 0 ? quoted() : null,
        file: { name: file.name, type: file.type, size: file.size, content: () => Promise.resolve(file) },
      }))
      const bodyLeft = body !== '' && (files.length === 0 || files[0]?.caption.peek().trim() !== '')
      if (bodyLeft) drafts.push({ ...shared, body, quoted: files.length === 0 ? quoted() : null })
      batch(() => {
        clearFiles()
        text.value = ''
        replyTo.value = undefined
      })
      keep()
      return drafts
    },
    takeExtra(part, sign) {
      const draft: Draft = { ...part, body: '', isPrivate: isPrivate.peek(), sign, quoted: quoted() }
      replyTo.value = undefined
      return draft
    },
    start() {
      const kept = drafts.read(ticketId)
      batch(() => {
        text.value = kept.text
        isPrivate.value = kept.isPrivate
      })
      const stop = effect(() => {
        void text.value
        void isPrivate.value
        clearTimeout(timer)
        timer = setTimeout(keep, keepDelayMs)
      })
      // Who closes or reloads the page at once after the last letter loses none either.
      addEventListener('pagehide', keep)
      return () => {
        stop()
        removeEventListener('pagehide', keep)
        keep()
      }
    },
  }
}

function previewOf(file: File) {
  return /^(image|video)\//.test(file.type) ? URL.createObjectURL(file) : null
}
