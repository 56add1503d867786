import { batch, signal, type ReadonlySignal, type Signal, effect } from '@preact/signals-react'
import type { DraftStorage } from '../../message/composer/draft-storage'
import { keepDraft } from '../../message/composer/keep-draft'
import type { Draft } from '../../message/outboxes'
import type { ComposerParts, Attachment } from './kept-parts'
import { mentionsMax } from '../../../src/message/message.policy'
import { quoteOf, type ShownMessage } from '../../message/shown-message'
import {
  type AgentPresence,
  composingEachMs,
  viewingEachMs,
} from '../../../src/message/presence/agent-presence.contract'
import type { LiveSocketClient } from '../../live/live-socket-client'

export interface ComposerModel extends ReplyOrEdit {
  readonly text: Signal<string>
  readonly isPrivate: Signal<boolean>
  readonly attachments: ReadonlySignal<readonly Attachment[]>
  readonly focusWanted: Signal<number>
  readonly picked: readonly number[]
  /** Remembers a colleague chosen for a mention, because others may have the same name. */
  pick(userId: number): void
  addFiles(files: readonly File[]): void
  removeFile(id: number): void
  /** Puts the text of a rejected message before what was written since. */
  revertChange(draft: Pick<Draft, 'body' | 'isPrivate'>): void
  focus(): void
  add(text: string): void
  take(sign: boolean): Draft[]
  /** Returns the reply for a recording or a contact card, and keeps the text. */
  takeExtra(part: Pick<Draft, 'file' | 'contact'>, sign: boolean): Draft
  start(): () => void
}

/** `parts`: files and reply, which may have been chosen before the conversation was left. */
export function createComposer(ticketId: number, drafts: DraftStorage, parts: ComposerParts): ComposerModel {
  const text = signal('')
  const isPrivate = signal(false)
  const focusWanted = signal(0)
  const wantFocus = () => void (focusWanted.value += 1)
  const { attachments, ...files } = parts
  const { quoted, answered, draft, ...replyOrEdit } = createReplyOrEdit(text, wantFocus, parts.replyTo)
  const mentions = createPickedMentions(() => replyOrEdit.editing.peek() !== undefined)
  const keep = () =>
    drafts.write(ticketId, { text: draft(), isPrivate: isPrivate.peek(), mentions: mentions.ofDraft() })

  return {
    text,
    isPrivate,
    attachments,
    focusWanted,
    focus: wantFocus,
    ...withMentions(replyOrEdit, mentions),
    get picked() {
      return mentions.picked()
    },
    pick: mentions.pick,
    addFiles: (added) =>
      batch(() => {
        files.add(added)
        wantFocus()
      }),
    removeFile: files.remove,
    ...textChanges({ text, isPrivate, wantFocus }),
    take(sign) {
      const written: Draft = { body: text.peek().trim(), isPrivate: isPrivate.peek(), sign, quoted: quoted() }
      const picked = mentions.take()
      if (written.isPrivate && picked.length > 0) written.mentions = picked
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
      mentions.restore(kept.mentions)
      batch(() => {
        text.value = kept.text
        isPrivate.value = kept.isPrivate
      })
      return keepDraft(() => [text.value, isPrivate.value], keep)
    },
  }
}

interface TextChangesOptions extends Pick<ComposerModel, 'text' | 'isPrivate'> {
  wantFocus: () => void
}

function textChanges({ text, isPrivate, wantFocus }: TextChangesOptions): Pick<ComposerModel, 'revertChange' | 'add'> {
  return {
    revertChange: (refused) =>
      batch(() => {
        text.value = joinLines(refused.body, text.peek())
        isPrivate.value = refused.isPrivate
        wantFocus()
      }),
    add: (added) =>
      batch(() => {
        text.value = joinLines(text.peek().trimEnd(), added)
        wantFocus()
      }),
  }
}

/** Editing a message uses the mentions of that message instead of the draft's. */
function withMentions(replyOrEdit: ReplyOrEdit, mentions: ReturnType<typeof createPickedMentions>): ReplyOrEdit {
  return {
    ...replyOrEdit,
    reply(message) {
      mentions.leaveEdit()
      replyOrEdit.reply(message)
    },
    cancel() {
      mentions.leaveEdit()
      replyOrEdit.cancel()
    },
    edit(message) {
      mentions.beginEdit(message.dataJson?.mentions?.map(({ id }) => id))
      replyOrEdit.edit(message)
    },
  }
}

const joinLines = (...parts: string[]) => parts.filter((part) => part !== '').join('\n')

/** Returns one draft per file, and one for the text unless a file carries it as its caption. The first is the reply. */
function draftsOf({ body, quoted, ...shared }: Draft, files: readonly Attachment[]): Draft[] {
  const drafts = files.map(({ file, caption }, index): Draft => ({
    ...shared,
    // The text captions the first file without a caption of its own.
    body: caption.peek().trim() || (index === 0 ? body : ''),
    quoted: index === 0 ? quoted : null,
    file: { name: file.name, type: file.type, size: file.size, content: () => Promise.resolve(file) },
  }))
  const isBodyLeft = body !== '' && (files.length === 0 || files[0]?.caption.peek().trim() !== '')
  return isBodyLeft ? [...drafts, { ...shared, body, quoted: files.length === 0 ? quoted : null }] : drafts
}

/** Ids of the colleagues chosen for mentions. An edited message has its own; those of the draft return afterwards. */
function createPickedMentions(isEditing: () => boolean) {
  let picked: readonly number[] = []
  let pickedBeforeEdit: readonly number[] = []

  return {
    picked: () => picked,
    ofDraft: () => (isEditing() ? pickedBeforeEdit : picked),
    pick: (userId: number) => void (picked = [...picked, userId].slice(-mentionsMax)),
    /** Call it before the edit begins. */
    beginEdit(ofMessage: readonly number[] = []) {
      if (!isEditing()) pickedBeforeEdit = picked
      picked = ofMessage
    },
    /** Call it before the edit ends. */
    leaveEdit() {
      if (isEditing()) picked = pickedBeforeEdit
    },
    take() {
      const taken = picked
      picked = []
      return taken
    },
    restore: (kept: readonly number[] = []) => void (picked = kept),
  }
}

interface ReplyOrEdit {
  readonly replyTo: ReadonlySignal<ShownMessage | undefined>
  readonly editing: ReadonlySignal<ShownMessage | undefined>
  reply(message: ShownMessage): void
  edit(message: ShownMessage): void
  cancel(): void
}

/** `wantFocus`: called when the text should be focused. `replyTo`: may hold a message that was chosen earlier. */
function createReplyOrEdit(text: Signal<string>, wantFocus: () => void, replyTo: Signal<ShownMessage | undefined>) {
  const editing = signal<ShownMessage | undefined>(undefined)
  let beforeEdit = ''

  const begin = (part: { replyTo?: ShownMessage; editing?: ShownMessage }) =>
    batch(() => {
      if (editing.peek() && !part.editing) text.value = beforeEdit
      if (part.editing) {
        if (!editing.peek()) beforeEdit = text.peek()
        text.value = part.editing.body
      }
      replyTo.value = part.replyTo
      editing.value = part.editing
      wantFocus()
    })

  return {
    replyTo,
    editing,
    reply: (message: ShownMessage) => begin({ replyTo: message }),
    edit: (message: ShownMessage) => begin({ editing: message }),
    cancel: () => begin({}),
    quoted: () => {
      const message = replyTo.peek()
      return message ? quoteOf(message) : null
    },
    /** The text no longer replies to a message. */
    answered: () => void (replyTo.value = undefined),
    /** Returns the draft, without a message being edited. */
    draft: () => (editing.peek() ? beforeEdit : text.peek()),
  }
}

/** Sends the user's activity in one conversation, so that the contact sees typing. */
export interface PresenceReporter {
  /** The text was changed. Only colleagues see that a private note is written. */
  typed(text: string, isPrivate?: boolean): void
  stopped(): void
  /** Reports recording; returns the function that stops it. */
  record(): () => void
  /** Reports that the conversation is viewed; returns the function that stops it. */
  start(): () => void
}

/** After this pause the user no longer counts as typing. */
const idleMs = 4000

export function createPresenceReporter(
  live: Pick<LiveSocketClient, 'state' | 'showPresence'>,
  ticketUuid: string,
): PresenceReporter {
  const send = (presence: AgentPresence) => live.showPresence(ticketUuid, presence)
  let reported: AgentPresence = 'paused'
  let reportedAtMs = 0
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  function report(presence: AgentPresence) {
    reported = presence
    reportedAtMs = performance.now()
    send(presence)
  }

  function stopped() {
    clearTimeout(idleTimer)
    if (reported !== 'paused') report('paused')
  }

  function view() {
    send(document.visibilityState === 'visible' ? 'viewing' : 'away')
  }

  return {
    stopped,
    typed(text, isPrivate = false) {
      if (text.trim() === '') return stopped()
      clearTimeout(idleTimer)
      idleTimer = setTimeout(stopped, idleMs)
      const presence = isPrivate ? 'noting' : 'composing'
      if (reported !== presence || performance.now() - reportedAtMs >= composingEachMs) report(presence)
    },
    record() {
      report('recording')
      const again = setInterval(() => report('recording'), composingEachMs)
      return () => {
        clearInterval(again)
        stopped()
      }
    },
    start() {
      const again = setInterval(view, viewingEachMs)
      document.addEventListener('visibilitychange', view)
      // Sent only while online.
      const unfollow = effect(() => {
        if (live.state.value === 'online') view()
      })
      return () => {
        unfollow()
        clearInterval(again)
        document.removeEventListener('visibilitychange', view)
        stopped()
      }
    },
  }
}
