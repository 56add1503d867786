import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { KeptParts } from '../../conversation/composer/kept-parts'
import { createDraftStorage, watchDrafts } from '../../message/composer/draft-storage'

export interface RowDrafts {
  readonly texts: ReadonlySignal<ReadonlyMap<number, string>>
  readonly fileCounts: ReadonlySignal<ReadonlyMap<number, number>>
  /** Reads the stored drafts and follows them; returns the function that stops it. */
  start(): () => void
}

export function createRowDrafts(
  person: { id: number; companyId: number },
  { fileCounts }: Pick<KeptParts, 'fileCounts'>,
): RowDrafts {
  const texts = signal<ReadonlyMap<number, string>>(new Map())

  function read() {
    const stored = [...createDraftStorage(person, localStorage).list()]
    texts.value = new Map(stored.map(([id, { text }]) => [id, text.trim()] as const).filter(([, text]) => text !== ''))
  }

  return {
    texts,
    fileCounts,
    start() {
      read()
      return watchDrafts(read)
    },
  }
}
