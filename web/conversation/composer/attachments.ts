import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'

export interface Attachment {
  id: number
  file: File
  previewUrl: string | null
  caption: Signal<string>
}

/** The files to send with the text. Removing one revokes its preview URL. `changed` is told how many there are. */
export function createAttachments(changed: (count: number) => void) {
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
