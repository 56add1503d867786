import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { DraftStorage } from '../../message/composer/draft-storage'
import { keepDraft } from '../../message/composer/keep-draft'
import type { Draft } from '../../message/outbox'
import { createAttachments, type Attachment } from './attachments'
import { createReplyOrEdit, type ReplyOrEdit } from './reply-or-edit'

/** What is being written on one ticket. */
export interface ComposerModel extends ReplyOrEdit {
  readonly text: Signal<string>
  readonly isPrivate: Signal<boolean>
  readonly attachments: ReadonlySignal<readonly Attachment[]>
  /** Counts up whenever the text is to take the focus. */
  readonly focusWanted: Signal<number>
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

export function createComposer(ticketId: number, drafts: DraftStorage): ComposerModel {
  const text = signal('')
  const isPrivate = signal(false)
  const focusWanted = signal(0)
  const wantFocus = () => void (focusWanted.value += 1)
  const { attachments, ...files } = createAttachments()
  const { quoted, answered, draft, ...replyOrEdit } = createReplyOrEdit(text, wantFocus)
  const keep = () => drafts.write(ticketId, { text: draft(), isPrivate: isPrivate.peek() })

  return {
    text,
    isPrivate,
    attachments,
    focusWanted,
    ...replyOrEdit,
    addFiles: (added) =>
      batch(() => {
        files.add(added)
        wantFocus()
      }),
    removeFile: files.remove,
    takeBack: (refused) =>
      batch(() => {
        text.value = [refused.body, text.peek()].filter((part) => part !== '').join('\n')
        isPrivate.value = refused.isPrivate
        wantFocus()
      }),
    take(sign) {
      const written = { body: text.peek().trim(), isPrivate: isPrivate.peek(), sign, quoted: quoted() }
      const taken = draftsOf(written, attachments.peek())
      batch(() => {
        files.clear()
        text.value = ''
        answered()
      })
      keep()
      return taken
    },
    takeExtra(part, sign) {
      const extra: Draft = { ...part, body: '', isPrivate: isPrivate.peek(), sign, quoted: quoted() }
      answered()
      return extra
    },
    start() {
      const kept = drafts.read(ticketId)
      batch(() => {
        text.value = kept.text
        isPrivate.value = kept.isPrivate
      })
      return keepDraft(() => [text.value, isPrivate.value], keep)
    },
  }
}

/** One draft a file, and one for the text where no file takes it as its caption. The first answers what is replied to. */
function draftsOf({ body, quoted, ...shared }: Draft, files: readonly Attachment[]): Draft[] {
  const drafts = files.map(({ file, caption }, index): Draft => ({
    ...shared,
    // What stands in the text is the caption of the first file that has none of its own.
    body: caption.peek().trim() || (index === 0 ? body : ''),
    quoted: index === 0 ? quoted : null,
    file: { name: file.name, type: file.type, size: file.size, content: () => Promise.resolve(file) },
  }))
  const isBodyLeft = body !== '' && (files.length === 0 || files[0]?.caption.peek().trim() !== '')
  return isBodyLeft ? [...drafts, { ...shared, body, quoted: files.length === 0 ? quoted : null }] : drafts
}
