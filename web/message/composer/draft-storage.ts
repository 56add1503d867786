interface StoredDraft {
  text: string
  isPrivate: boolean
  mentions?: readonly number[]
}

export interface DraftStorage {
  read(ticketId: number): StoredDraft
  list(): Map<number, StoredDraft>
  write(ticketId: number, draft: StoredDraft): void
}

const draftsMax = 200
const changed = 'drafts-changed'
const empty: StoredDraft = { text: '', isPrivate: false }

/** Stores one user's drafts in this browser; the oldest are removed when there are too many. `kind`: of what. */
export function createDraftStorage(
  person: { id: number; companyId: number },
  storage: Storage | undefined,
  kind = 'drafts',
): DraftStorage {
  const changes = windowEvents()
  const key = `${kind}-${person.companyId}-${person.id}`

  function readAll(): Record<string, StoredDraft> {
    try {
      const found: unknown = JSON.parse(storage?.getItem(key) ?? '{}')
      return typeof found === 'object' && found !== null ? (found as Record<string, StoredDraft>) : {}
    } catch {
      return {}
    }
  }

  return {
    read: (ticketId) => readAll()[`t${ticketId}`] ?? empty,
    list: () => new Map(Object.entries(readAll()).map(([id, draft]) => [Number(id.slice(1)), draft])),
    write(ticketId, draft) {
      const { [`t${ticketId}`]: _, ...others } = readAll()
      const kept = Object.entries(others).slice(-draftsMax)
      if (draft.text !== '') kept.push([`t${ticketId}`, draft])
      try {
        storage?.setItem(key, JSON.stringify(Object.fromEntries(kept)))
      } catch {
        // With a full or forbidden storage, the draft lasts as long as the page.
      }
      changes.dispatchEvent(new Event(changed))
    },
  }
}

/** Calls back after drafts changed, in this window or another one. Returns the function that stops it. */
export function watchDrafts(onChange: () => void): () => void {
  const changes = windowEvents()
  // The browser reports only the changes of other windows.
  for (const name of [changed, 'storage']) changes.addEventListener(name, onChange)
  return () => {
    for (const name of [changed, 'storage']) changes.removeEventListener(name, onChange)
  }
}

const windowEvents = (): EventTarget => (typeof window === 'undefined' ? new EventTarget() : window)
