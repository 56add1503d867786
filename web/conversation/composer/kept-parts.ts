import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { createRequiredContext } from '../../ui/context/ui-context'
import type { UserActor } from '../../../src/kernel/company/actor'
import type { LiveSocketClient } from '../../live/live-socket-client'
import type { ShownMessage } from '../../message/shown-message'
import { isLost } from '../../ticket/follow-tickets'

/** What waits in a ticket's composer besides the text, which the browser stores. */
export interface ComposerParts extends ReturnType<typeof createAttachments> {
  readonly replyTo: Signal<ShownMessage | undefined>
}

/** The parts of all tickets. They outlive the screen and end with the document, since files cannot be stored. */
export interface KeptParts {
  of(ticketId: number): ComposerParts
  readonly fileCounts: ReadonlySignal<ReadonlyMap<number, number>>
  /** In the browser only: asks before the window is closed over files, and forgets those of tickets the user loses. */
  start(live: Pick<LiveSocketClient, 'subscribe'>, actor: () => UserActor): void
  forgetEmpty(): void
}

/** Tickets whose files are kept; those of the ticket that got files the longest ago are removed first. */
const ticketsMax = 50

export function createKeptParts(): KeptParts {
  const parts = new Map<number, ComposerParts>()
  const fileCounts = signal<ReadonlyMap<number, number>>(new Map())
  let started = false

  function count(ticketId: number, files: number) {
    const counts = new Map(fileCounts.peek())
    counts.delete(ticketId)
    if (files > 0) counts.set(ticketId, files)
    fileCounts.value = counts
    const [oldest] = counts.keys()
    if (oldest !== undefined && counts.size > ticketsMax) parts.get(oldest)?.clear()
  }

  return {
    fileCounts,
    of(ticketId) {
      const known = parts.get(ticketId)
      if (known) return known
      const replyTo = signal<ShownMessage | undefined>(undefined)
      const made = { ...createAttachments((files) => count(ticketId, files)), replyTo }
      parts.set(ticketId, made)
      return made
    },
    start(live, actor) {
      if (started) return
      started = true
      addEventListener('beforeunload', (event) => fileCounts.peek().size > 0 && event.preventDefault())
      live.subscribe('ticket', (event) => {
        if (event.action === 'delete' && isLost(actor(), event)) parts.get(event.ticketId)?.clear()
      })
    },
    forgetEmpty() {
      for (const [ticketId, { attachments, replyTo }] of parts) {
        if (attachments.peek().length === 0 && !replyTo.peek()) parts.delete(ticketId)
      }
    },
  }
}

export const [KeptPartsContext, useKeptParts] = createRequiredContext<KeptParts>('<App>')

export interface Attachment {
  id: number
  file: File
  previewUrl: string | null
  caption: Signal<string>
}

/** The files to send with the text. Removing one revokes its preview URL. `changed` is told how many there are. */
function createAttachments(changed: (count: number) => void) {
  const attachments = signal<readonly Attachment[]>([])
  let lastId = 0

  function set(files: readonly Attachment[]) {
    if (files.length === attachments.peek().length) return
    attachments.value = files
    changed(files.length)
  }

  function keepOnly(kept: readonly Attachment[]) {
    for (const attachment of attachments.peek()) {
      if (attachment.previewUrl && !kept.includes(attachment)) URL.revokeObjectURL(attachment.previewUrl)
    }
    set(kept)
  }

  return {
    attachments: attachments as ReadonlySignal<readonly Attachment[]>,
    add(files: readonly File[]) {
      const added = files.map((file) => ({ id: ++lastId, file, previewUrl: previewOf(file), caption: signal('') }))
      set([...attachments.peek(), ...added])
    },
    remove: (id: number) => keepOnly(attachments.peek().filter((attachment) => attachment.id !== id)),
    clear: () => keepOnly([]),
  }
}

function previewOf(file: File) {
  return /^(image|video)\//.test(file.type) ? URL.createObjectURL(file) : null
}
