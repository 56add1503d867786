import { signal, type ReadonlySignal } from '@preact/signals-react'
import { createDraftStorage, watchDrafts } from '../../message/composer/draft-storage'

/** Texts that were written and not sent, by ticket. */
export interface RowDrafts {
  readonly texts: ReadonlySignal<ReadonlyMap<number, string>>
  /** Reads the stored drafts and follows them; returns the function that stops it. */
  start(): () => void
}

export function createRowDrafts(person: { id: number; companyId: number }): RowDrafts {
  const texts = signal<ReadonlyMap<number, string>>(new Map())

  function read() {
    const stored = [...createDraftStorage(person, localStorage).list()]
    texts.value = new Map(stored.map(([id, { text }]) => [id, text.trim()] as const).filter(([, text]) => text !== ''))
  }

  return {
    texts,
    start() {
      read()
      return watchDrafts(read)
    },
  }
}
